import { describe, expect, test } from 'vitest';
import {
  asksForNewerMajor,
  checkPackageName,
  comparePackageVersions,
  parsePackageConstraint,
  parsePackageVersion,
  satisfiesConstraint,
  VersionSyntaxError,
} from './package-versions.js';

test('versions sort as semver, wrap numbers after', () => {
  const sorted = [
    '1.2.3-beta.2',
    '1.2.3-rc.1',
    '1.2.3-rc.1_1',
    '1.2.3',
    '1.2.3_1',
    '1.2.3_2',
    '1.2.3_10',
    '1.2.4-rc.0',
  ];
  const shuffled = [...sorted].reverse().map(parsePackageVersion);
  expect(shuffled.sort(comparePackageVersions).map(({ text }) => text)).toEqual(sorted);
});

test.each(['', '1.2', 'v1.2.3', '1.2.3_', '1.2.3_0', '1.2.3_01', '1.2.3_1_2', '1.2.3-', '01.2.3', 'x', '^1.2.3'])(
  '%j is no version',
  (text) => {
    expect(() => parsePackageVersion(text)).toThrow(VersionSyntaxError);
  },
);

test('names and constraints', () => {
  expect(parsePackageConstraint('me:thing')).toEqual({ name: 'me:thing', constraint: undefined });
  expect(parsePackageConstraint('thing@1.0.0 || =2.0.1')).toEqual({ name: 'thing', constraint: '1.0.0 || =2.0.1' });
  expect(parsePackageConstraint('thing@1.0.0!').constraint).toBe('1.0.0!');
  for (const text of ['thing@', 'thing@1', 'thing@1.0.0 ||', 'a@b@1.0.0', '@1.0.0', 'thing@>=1.0.0']) {
    expect(() => parsePackageConstraint(text)).toThrow(VersionSyntaxError);
  }
});

test('package names', () => {
  for (const name of ['a', 'accounts-base', 'me:my.thing', 'rate-limit', '3d']) checkPackageName(name);
  for (const name of ['', 'Accounts', '123', '.a', 'a.', 'a..b', '-a', ':a', 'a:', 'a b', 'a_b', '__proto__', 'a/b']) {
    expect(() => checkPackageName(name)).toThrow(VersionSyntaxError);
  }
});

describe('constraints', () => {
  test.each([
    ['1.2.3', '1.2.3', true],
    ['1.9.0', '1.2.3', true],
    ['1.2.2', '1.2.3', false],
    ['2.0.0', '1.2.3', false],
    ['0.9.0', '0.2.0', true],
    ['1.2.3', '=1.2.3', true],
    ['1.2.4', '=1.2.3', false],
    ['1.2.3_1', '=1.2.3', false],
    ['1.2.3_1', '=1.2.3_1', true],
    ['1.2.3_1', '1.2.3', true],
    ['1.2.3', '1.2.3_1', false],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['2.0.1', '1.0.0 || =2.0.1', true],
    ['2.0.2', '1.0.0 || =2.0.1', false],
    ['2.3.0', '1.0.0||2.0.0', true],
    ['2.0.0-rc.1', '2.0.0', false],
    ['2.0.0-rc.1', '2.0.0-beta.1', true],
    ['2.1.0-rc.1', '2.0.0', true],
    ['1.2.3', '1.0.0!', true],
  ])('%s for %s: %s', (version, constraint, expected) => {
    expect(satisfiesConstraint(version, constraint)).toBe(expected);
  });
});

test('newer majors', () => {
  expect(asksForNewerMajor('1.5.0', '2.0.0')).toBe(true);
  expect(asksForNewerMajor('1.5.0', '1.9.0')).toBe(false);
  expect(asksForNewerMajor('1.5.0', '1.0.0 || 2.0.0')).toBe(false);
});
