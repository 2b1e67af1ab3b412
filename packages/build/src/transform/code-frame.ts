import { BuildError } from '../build-error.js';
import type { SourcePosition } from './types.js';

const LINES_AROUND = 2;
const MAXIMUM_WIDTH = 160;

/** Line and column, both from 1, of an offset into `source`. */
export function positionAt(source: string, offset: number): SourcePosition {
  let line = 1;
  let lineStart = 0;
  const end = Math.min(offset, source.length);
  for (let index = source.indexOf('\n'); index !== -1 && index < end; index = source.indexOf('\n', index + 1)) {
    line++;
    lineStart = index + 1;
  }
  return { line, column: end - lineStart + 1 };
}

/** The lines around a position, numbered, its line marked with `>` and its column with `^`. */
export function codeFrame(source: string, position: SourcePosition): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, position.line - LINES_AROUND);
  const last = Math.min(lines.length, position.line + LINES_AROUND);
  const width = String(last).length;
  // Minified lines are cut so that the marked column stays in view.
  const skip = position.column > MAXIMUM_WIDTH - 20 ? position.column - 60 : 0;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const text = (lines[number - 1] ?? '').slice(skip, skip + MAXIMUM_WIDTH).replaceAll('\t', ' ');
    const marker = number === position.line ? '>' : ' ';
    frame.push(`${marker} ${String(number).padStart(width)} | ${text}`.trimEnd());
    if (number === position.line) frame.push(`  ${' '.repeat(width)} | ${' '.repeat(position.column - skip - 1)}^`);
  }
  return frame.join('\n');
}

/** A BuildError whose message starts with `file:line:column` and whose detail is the code frame. */
export function sourceError(
  message: string,
  source: string,
  displayPath: string,
  position: SourcePosition,
  remedy?: string,
): BuildError {
  const text = `${displayPath}:${position.line}:${position.column}: ${message}`;
  const detail = codeFrame(source, position);
  return new BuildError(text, remedy === undefined ? { detail } : { detail, remedy });
}
