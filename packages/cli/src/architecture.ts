import { BuildError } from '@bolide/build';

/** Meteor's names of server architectures → Node's names of platform and architecture. */
const ARCHITECTURES: Record<string, { platform: NodeJS.Platform; architecture: string }> = {
  'os.linux.x86_64': { platform: 'linux', architecture: 'x64' },
  'os.linux.aarch64': { platform: 'linux', architecture: 'arm64' },
  'os.osx.x86_64': { platform: 'darwin', architecture: 'x64' },
  'os.osx.arm64': { platform: 'darwin', architecture: 'arm64' },
  'os.windows.x86_64': { platform: 'win32', architecture: 'x64' },
};

/** @throws BuildError that lists the valid names. */
export function targetFor(name: string): { platform: NodeJS.Platform; architecture: string } {
  const target = ARCHITECTURES[name];
  if (target) return target;
  throw new BuildError(`Unknown architecture "${name}".`, {
    remedy: `Valid ones: ${Object.keys(ARCHITECTURES).join(', ')}.`,
  });
}
