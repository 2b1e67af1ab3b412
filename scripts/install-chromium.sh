#!/usr/bin/env bash
# The browser tests need Chromium. On Debian it is installed when it is missing; elsewhere CHROMIUM_PATH may name one.
set -euo pipefail
if [ -n "${CHROMIUM_PATH:-}" ] || command -v chromium >/dev/null; then exit 0; fi
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
  echo "No Chromium found: install it, or set CHROMIUM_PATH. The browser tests are skipped without." >&2
  exit 0
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
