import { stripVTControlCharacters } from 'node:util';
import { parseSync } from 'rolldown/utils';
import { sourceError } from '../code-frame.js';
import type { ModuleFormat, SourcePosition } from '../types.js';
import type { Program } from './nodes.js';

/** A problem the parser reports; offsets are into the parsed text. */
export interface ParseProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly help: string | undefined;
}

export interface Comment {
  readonly type: 'Line' | 'Block';
  readonly start: number;
  readonly end: number;
}

export interface ParsedSource {
  readonly program: Program;
  readonly comments: readonly Comment[];
  /** `script`: only sloppy code can be read this way (`await` as a name, `<!--` comments, …). */
  readonly sourceType: 'module' | 'script';
  /** What keeps it from being a strict module as it stands, and may be repaired. */
  readonly problems: readonly ParseProblem[];
}

/**
 * What the parser refuses in an ES module and the transform repairs or lets pass: each is checked again, with the facts
 * of the whole file, where it is repaired.
 */
const REPAIRED =
  /^(?:'import statement' declaration can only be used at the top level|A 'return' statement can only be used within a function body|'with' statements are not allowed|'0'-prefixed octal literals|Delete of an unqualified identifier|The keyword '\w+' is reserved|Export '.*' is not defined|Identifier `.*` has already been declared|Invalid escape sequence|Invalid function declaration|Decimals with leading zeros)/;

/** Parses JavaScript; what only sloppy code may do is let through. Anything else is returned as the problem it is. */
export function parseSource(code: string): ParsedSource | ParseProblem {
  const parsed = parseAs(code, 'module');
  const { problems } = parsed;
  const problem = problems.find(({ message }) => !REPAIRED.test(message));
  if (problem === undefined) return { ...read(parsed), problems, sourceType: 'module' };
  const sloppy = parseAs(code, 'commonjs');
  return sloppy.problems.length === 0 ? { ...read(sloppy), problems, sourceType: 'script' } : problem;
}

/** A BuildError for text that is no JavaScript (or TypeScript). */
export function syntaxError(
  message: string,
  help: string | undefined,
  original: string,
  displayPath: string,
  position: SourcePosition,
) {
  return sourceError(
    // Some versions of the parser colour parts of their messages.
    `Syntax error: ${stripVTControlCharacters(message).replace(/\.$/, '')}.`,
    original,
    displayPath,
    position,
    help || undefined,
  );
}

/** What keeps rewritten code from being a strict module, or a strict CommonJS module. */
export function strictProblems(code: string, format: ModuleFormat): ParseProblem[] {
  const { problems } = parseAs(code, 'module');
  return format === 'commonjs' ? problems.filter(({ message }) => !message.startsWith("A 'return'")) : problems;
}

/** Whether code is right outside of strict mode. */
export function isSloppyScript(code: string): boolean {
  return parseAs(code, 'commonjs').problems.length === 0;
}

function parseAs(code: string, sourceType: 'module' | 'commonjs') {
  const result = parseSync('module.js', code, {
    lang: 'js',
    sourceType,
    preserveParens: false,
    showSemanticErrors: true,
  });
  const problems: ParseProblem[] = result.errors
    .filter(({ severity }) => severity === 'Error')
    .map(({ message, labels, helpMessage }) => ({
      message,
      // Of two places, the second is the one at fault.
      start: labels.at(-1)?.start ?? 0,
      end: labels.at(-1)?.end ?? 0,
      help: helpMessage ?? undefined,
    }));
  return { result, problems };
}

/** The tree is handed over on the first access only, which is most of the work. */
function read({ result }: ReturnType<typeof parseAs>) {
  return { program: result.program as unknown as Program, comments: result.comments as Comment[] };
}
