import { Meteor } from './meteor.js';
import type { RuntimeConfig } from './types.js';

const printed = new Set<string>();

/** See `MeteorCore.deprecate`. */
export function deprecate(...message: unknown[]): void {
  if (!Meteor.isDevelopment) return;
  const config = (globalThis as { __meteor_runtime_config__?: RuntimeConfig }).__meteor_runtime_config__;
  const silenced = config?.noDeprecation;
  const trace = callers(new Error().stack ?? '');
  if (silenced === true || (typeof silenced === 'string' && new RegExp(silenced).test(trace))) return;
  const text = message.map(String).join(' ');
  if (printed.has(text)) return;
  printed.add(text);
  console.warn(
    `[DEPRECATION] ${text}${trace && `\n\nTrace:\n${trace}`}\n\nSet METEOR_NO_DEPRECATION to true, or to a pattern of the trace, to hide this.`,
  );
}

/** The lines of the stack from the packages down to the first line of the app. */
function callers(stack: string): string {
  const lines: string[] = [];
  for (const line of stack.split('\n').map((each) => each.trim())) {
    if (!line.includes('/') || line.includes('deprecate')) continue;
    lines.push(line);
    if (!line.includes('packages/')) break;
  }
  return lines.join('\n');
}
