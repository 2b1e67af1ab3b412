import semver from 'semver';

/**
 * Meteor's package versions are semver with an optional wrap number (`1.2.3-rc.1_2`), which counts releases of the
 * packaging around the same upstream version and sorts after the version without it.
 */
export interface PackageVersion {
  readonly text: string;
  readonly semver: semver.SemVer;
  readonly wrap: number;
}

/** A text that is no version, constraint or package name. The message has no file and line; callers add them. */
export class VersionSyntaxError extends Error {
  override readonly name = 'VersionSyntaxError';
}

/** @throws VersionSyntaxError */
export function parsePackageVersion(text: string): PackageVersion {
  const match = /^(\d+\.\d+\.\d+(?:-[^_+]*)?)(?:_([1-9]\d*))?(\+.*)?$/.exec(text);
  const parsed = match === null ? null : semver.parse(`${match[1]}${match[3] ?? ''}`);
  if (match === null || parsed === null) {
    throw new VersionSyntaxError(
      `${JSON.stringify(text)} is not a package version; it must look like 1.2.3, 1.2.3-rc.1 or 1.2.3_1`,
    );
  }
  return { text, semver: parsed, wrap: match[2] === undefined ? 0 : Number(match[2]) };
}

export function comparePackageVersions(a: PackageVersion, b: PackageVersion): number {
  return a.semver.compare(b.semver) || a.wrap - b.wrap;
}

export interface PackageConstraint {
  readonly name: string;
  /** As written after the `@`; undefined: any version. */
  readonly constraint: string | undefined;
}

/**
 * Parses `name` or `name@constraint`.
 * @throws VersionSyntaxError
 */
export function parsePackageConstraint(text: string): PackageConstraint {
  const at = text.lastIndexOf('@');
  const name = at === -1 ? text : text.slice(0, at);
  checkPackageName(name);
  if (at === -1) return { name, constraint: undefined };
  const constraint = text.slice(at + 1).trim();
  parseAlternatives(constraint);
  return { name, constraint };
}

/** @throws VersionSyntaxError */
export function checkPackageName(name: string): void {
  if (!/^[a-z0-9:.-]+$/.test(name) || !/[a-z]/.test(name) || /^[.:-]|[.:]$|\.\./.test(name)) {
    throw new VersionSyntaxError(
      `${JSON.stringify(name)} is not a package name; names consist of lower-case letters, digits, dashes, dots and a colon after the author's name`,
    );
  }
}

interface Alternative {
  /** `compatible`: this version or a newer one with the same major; `minor`: with the same major and minor. */
  readonly kind: 'exactly' | 'minor' | 'compatible';
  readonly version: PackageVersion;
}

/** `1.2.3`, `=1.2.3`, `~1.2.3`, several with `||`, and a final `!` that only has a meaning for Meteor's solver. */
function parseAlternatives(constraint: string): readonly Alternative[] {
  return constraint
    .replace(/!$/, '')
    .split('||')
    .map((part) => {
      const text = part.trim();
      const sign = text[0];
      if (sign === '=') return { kind: 'exactly', version: parsePackageVersion(text.slice(1)) };
      if (sign === '~') return { kind: 'minor', version: parsePackageVersion(text.slice(1)) };
      return { kind: 'compatible', version: parsePackageVersion(text) };
    });
}

/**
 * True if a package of `version` may be used where `constraint` is asked for.
 * @throws VersionSyntaxError
 */
export function satisfiesConstraint(version: string, constraint: string): boolean {
  const have = parsePackageVersion(version);
  return parseAlternatives(constraint).some(({ kind, version: want }) => {
    const order = comparePackageVersions(have, want);
    if (kind === 'exactly') return order === 0;
    if (order < 0 || have.semver.major !== want.semver.major) return false;
    return kind === 'compatible' || have.semver.minor === want.semver.minor;
  });
}

/**
 * True if every alternative of `constraint` asks for a newer major than `version` has.
 * @throws VersionSyntaxError
 */
export function asksForNewerMajor(version: string, constraint: string): boolean {
  const have = parsePackageVersion(version);
  return parseAlternatives(constraint).every(({ version: want }) => want.semver.major > have.semver.major);
}
