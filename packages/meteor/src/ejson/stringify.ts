import { toJSONValue } from './to-json-value.js';
import type { EJSONStringifyOptions } from './types.js';

/**
 * The text of a value. What is no EJSON value comes out as `JSON.stringify` has it (`undefined` for undefined).
 *
 * @throws Error for values that contain themselves or are nested too deeply.
 */
export function stringify(value: unknown, options?: EJSONStringifyOptions): string {
  const json = toJSONValue(value);
  if (options?.canonical || options?.indent) {
    return write(json, indentOf(options.indent), '', options.canonical === true) as string;
  }
  return JSON.stringify(json);
}

function indentOf(indent: EJSONStringifyOptions['indent']): string {
  if (indent === true) return '  ';
  if (typeof indent === 'number') return ' '.repeat(Math.min(Math.max(Math.trunc(indent), 0), 100));
  return indent || '';
}

/** `toJSONValue` has seen to the nesting. */
function write(json: unknown, indent: string, outer: string, canonical: boolean): string | undefined {
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  const inner = outer + indent;
  const parts: string[] = [];
  if (Array.isArray(json)) {
    for (const element of json) parts.push(write(element, indent, inner, canonical) ?? 'null');
    return wrap('[', parts, ']', outer, inner);
  }
  const keys = Object.keys(json);
  if (canonical) keys.sort();
  for (const key of keys) {
    const text = write((json as Record<string, unknown>)[key], indent, inner, canonical);
    if (text !== undefined) parts.push(`${JSON.stringify(key)}${indent ? ': ' : ':'}${text}`);
  }
  return wrap('{', parts, '}', outer, inner);
}

function wrap(open: string, parts: readonly string[], close: string, outer: string, inner: string): string {
  if (parts.length === 0) return open + close;
  if (!inner) return open + parts.join(',') + close;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${outer}${close}`;
}
