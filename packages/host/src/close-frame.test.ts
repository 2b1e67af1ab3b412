import { expect, test } from 'vitest';
import { checkCloseCode, fittingReason, isSendableCloseCode } from './close-frame.js';

test.each([1000, 1001, 1008, 1011, 1013, 1014, 3000, 4999])('%i may be sent', (code) => {
  expect(isSendableCloseCode(code)).toBe(true);
  checkCloseCode(code);
});

test.each([0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 1000.5, Number.NaN])('%d may not be sent', (code) => {
  expect(isSendableCloseCode(code)).toBe(false);
  expect(() => checkCloseCode(code)).toThrow(RangeError);
});

test('reasons are cut between characters', () => {
  expect(fittingReason('short')).toBe('short');
  expect(fittingReason('x'.repeat(200))).toBe('x'.repeat(123));
  expect(fittingReason('é'.repeat(100))).toBe('é'.repeat(61));
  expect(fittingReason('😀'.repeat(50))).toBe('😀'.repeat(30));
});
