#!/bin/sh
/work/main/node_modules/.bin/bun build --target node --packages external --conditions=source "$1" --outfile "out/$(basename $1 .ts).mjs" >/dev/null && node "out/$(basename $1 .ts).mjs"
