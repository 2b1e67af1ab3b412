import { closeSync, openSync, readSync } from 'node:fs';

export interface AddonPlatform {
  /** As `process.platform`; `undefined` if the file's kind is not known. */
  readonly platform: string | undefined;
  /** As `process.arch`; several for universal binaries. */
  readonly architectures: readonly string[];
}

const ELF_MACHINES: Record<number, string> = {
  3: 'ia32',
  8: 'mips',
  21: 'ppc64',
  22: 's390x',
  40: 'arm',
  62: 'x64',
  183: 'arm64',
  243: 'riscv64',
  258: 'loong64',
};
const MACH_CPUS: Record<number, string> = { 16777223: 'x64', 16777228: 'arm64' };
const PE_MACHINES: Record<number, string> = { 332: 'ia32', 34404: 'x64', 43620: 'arm64' };

/** Reads for which platform a compiled addon is from its header (ELF, Mach-O or PE). */
export function addonPlatform(file: string): AddonPlatform {
  const head = Buffer.alloc(4096);
  const descriptor = openSync(file, 'r');
  let length: number;
  try {
    length = readSync(descriptor, head, 0, head.length, 0);
  } finally {
    closeSync(descriptor);
  }
  if (length < 64) return { platform: undefined, architectures: [] };
  if (head.readUInt32BE(0) === 0x7f454c46) {
    const machine = head[5] === 2 ? head.readUInt16BE(18) : head.readUInt16LE(18);
    // FreeBSD marks its files in the header; Linux leaves the field 0 (or 3).
    return { platform: head[7] === 9 ? 'freebsd' : 'linux', architectures: named(ELF_MACHINES, [machine]) };
  }
  if (head.readUInt32LE(0) === 0xfeedfacf) {
    return { platform: 'darwin', architectures: named(MACH_CPUS, [head.readUInt32LE(4)]) };
  }
  if (head.readUInt32BE(0) === 0xcafebabe) {
    const count = Math.min(head.readUInt32BE(4), 8);
    const cpus = Array.from({ length: count }, (_, index) => head.readUInt32BE(8 + index * 20));
    return { platform: 'darwin', architectures: named(MACH_CPUS, cpus) };
  }
  if (head.readUInt16LE(0) === 0x5a4d) {
    const offset = head.readUInt32LE(0x3c);
    if (offset + 6 <= length)
      return { platform: 'win32', architectures: named(PE_MACHINES, [head.readUInt16LE(offset + 4)]) };
  }
  return { platform: undefined, architectures: [] };
}

const named = (table: Record<number, string>, numbers: number[]): string[] =>
  numbers.map((number) => table[number] ?? `machine ${number}`);
