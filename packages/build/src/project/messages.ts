import { isAbsolute, relative, sep } from 'node:path';

/** `file` as a person who stands in `directory` would write it: relative below `directory`, otherwise absolute. */
export function displayPath(directory: string, file: string): string {
  const path = relative(directory, file);
  if (path === '') return '.';
  return path.startsWith('..') || isAbsolute(path) ? file : path.split(sep).join('/');
}

/**
 * The lines around a place in a text, with line numbers and a caret.
 * @param line 1-based.
 * @param column 1-based; without it there is no caret.
 */
export function codeFrame(text: string, line: number, column?: number): string {
  const lines = text.split(/\r\n|\r|\n/);
  const first = Math.max(1, line - 2);
  const last = Math.min(lines.length, line + 1);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const mark = number === line ? '>' : ' ';
    frame.push(`${mark} ${String(number).padStart(width)} | ${lines[number - 1] ?? ''}`.trimEnd());
    if (number === line && column !== undefined) {
      // Tabs are repeated so that the caret stands below its character whatever the width of a tab.
      const indent = (lines[number - 1] ?? '').slice(0, column - 1).replace(/[^\t]/g, ' ');
      frame.push(`  ${' '.repeat(width)} | ${indent}^`);
    }
  }
  return frame.join('\n');
}

/** A value in an error message: JSON, cut to 60 characters. */
export function shown(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // Circular or a bigint: what String() makes of it is enough.
  }
  text ??= String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a system error (`ENOENT`, …). */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
