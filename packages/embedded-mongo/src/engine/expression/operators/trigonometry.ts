import { MongoError } from '../../mongo-error.js';
import { doubleValue, isBsonNumber, makeDouble } from '../../numbers/number-kind.js';
import { realFunction } from './arithmetic.js';
import { binary, isNullish, type OperatorCompiler, typeText } from './operator.js';

function within(least: number, most: number): (value: number, name: string) => void {
  return (value, name) => {
    if (value < least || value > most) {
      throw new MongoError(50989, `cannot apply ${name} to ${value}, value must be in [${least},${most}]`);
    }
  };
}

function finite(value: number, name: string): void {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    throw new MongoError(50989, `cannot apply ${name} to ${value}, value must be in (-inf,inf)`);
  }
}

const arcTangent2 = binary((y, x, _compiler, name) => {
  if (isNullish(y) || isNullish(x)) return null;
  if (!isBsonNumber(y) || !isBsonNumber(x)) {
    throw new MongoError(51044, `${name} only supports numeric types, not ${typeText(y)} and ${typeText(x)}`);
  }
  return makeDouble(Math.atan2(doubleValue(y), doubleValue(x)));
});

export const TRIGONOMETRY_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $sin: realFunction(Math.sin, finite),
  $cos: realFunction(Math.cos, finite),
  $tan: realFunction(Math.tan, finite),
  $asin: realFunction(Math.asin, within(-1, 1)),
  $acos: realFunction(Math.acos, within(-1, 1)),
  $atan: realFunction(Math.atan),
  $atan2: arcTangent2,
  $sinh: realFunction(Math.sinh),
  $cosh: realFunction(Math.cosh),
  $tanh: realFunction(Math.tanh),
  $asinh: realFunction(Math.asinh),
  $acosh: realFunction(Math.acosh, within(1, Number.POSITIVE_INFINITY)),
  $atanh: realFunction(Math.atanh, within(-1, 1)),
  $degreesToRadians: realFunction((value) => (value * Math.PI) / 180),
  $radiansToDegrees: realFunction((value) => (value * 180) / Math.PI),
};
