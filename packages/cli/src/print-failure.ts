import type { BuildError } from '@bolide/build';
import { styled } from './style.js';

/** Message, detail, remedy: never a stack trace, since the fault is not in the program. */
export function printFailure(error: BuildError): void {
  console.error(`${styled('red', 'error')} ${error.message}`);
  if (error.detail) console.error(`\n${error.detail}\n`);
  if (error.remedy) console.error(`      ${error.remedy}`);
}
