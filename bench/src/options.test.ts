import { describe, expect, test } from 'vitest';
import { chosenCases, parseOptions, UsageError } from './options.js';

const defaults = { results: '/results', report: '/report.md', programs: ['http', 'ddp'] };
const parse = (...argv: string[]) => parseOptions(argv, defaults);

describe('parseOptions', () => {
  test('without arguments: all programs and the report', () => {
    expect(parse()).toMatchObject({ programs: ['http', 'ddp'], writesReport: true, results: '/results' });
  });

  test('one program alone writes no report', () => {
    expect(parse('ddp')).toMatchObject({ programs: ['ddp'], writesReport: false });
    expect(parse('ddp', 'report')).toMatchObject({ programs: ['ddp'], writesReport: true });
    expect(parse('report')).toMatchObject({ programs: [], writesReport: true });
  });

  test('a quick run touches neither the results nor the report', () => {
    expect(parse('--quick')).toMatchObject({ writesReport: false, results: '/results/quick' });
  });

  test('targets', () => {
    const { targets } = parse('--target', 'meteor=http://127.0.0.1:3000,12', '--target', 'other=http://localhost/app');
    expect(targets).toEqual([
      { name: 'meteor', url: 'http://127.0.0.1:3000', pid: 12 },
      { name: 'other', url: 'http://localhost/app' },
    ]);
  });

  test('cases', () => {
    const cases = [{ name: 'css' }, { name: 'js' }];
    expect(chosenCases(cases, parse('--case', 'js'))).toEqual([{ name: 'js' }]);
    expect(chosenCases(cases, parse())).toEqual(cases);
    expect(() => chosenCases(cases, parse('--case', 'page'))).toThrow('css, js');
  });

  test.each([
    [['htp'], 'no program "htp". Valid ones: http, ddp'],
    [['--rounds', '0'], '--rounds must be a whole number'],
    [['--window', '1.5'], '--window must be a whole number'],
    [['--target', 'http://127.0.0.1'], '--target must be <name>=<url>'],
    [['--target', 'x=https://127.0.0.1'], '--target must be <name>=<url>'],
    [['--fast'], '--fast'],
  ])('%j is refused', (argv, message) => {
    expect(() => parse(...argv)).toThrow(UsageError);
    expect(() => parse(...argv)).toThrow(message);
  });
});
