// Files of the bench app that are too long to be kept: the same bytes at every run.

const WORDS =
  'account active amount batch buffer client column count create cursor customer delete document field filter first format handle index insert invoice item limit list method name number offset order price product query record render report result row session settings state status store table task title token total update user value view'.split(
    ' ',
  );

/** A small linear congruential generator: the same numbers on every machine. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** JavaScript as a minifier leaves it, about as compressible as real code. At least `size` bytes long, at most 200 more. */
export function generateScript(size: number): string {
  const below = numbers(1);
  const word = (): string => WORDS[below(WORDS.length)] as string;
  const letter = (): string => String.fromCharCode(97 + below(26));
  const lines: string[] = [];
  let length = 0;
  for (let index = 0; length < size; index++) {
    const [a, b, c] = [letter(), letter(), letter()];
    const line = `function ${word()}_${index.toString(36)}(${a},${b}){let ${c}=${a}.${word()}(${below(10_000)});return ${c}.${word()}>${below(100)}?${b}.${word()}("${word()} ${word()}",${c}):${a}.${word()}[${below(1000)}]||{${word()}:${c},${word()}:${below(2) === 0}}}\n`;
    lines.push(line);
    length += line.length;
  }
  return lines.join('');
}

/** CSS of at least `size` bytes, at most 100 more. */
export function generateStyles(size: number): string {
  const below = numbers(2);
  const word = (): string => WORDS[below(WORDS.length)] as string;
  let text = '';
  while (text.length < size) text += `.${word()}-${word()}{margin:${below(64)}px;color:#${below(4096).toString(16)}}\n`;
  return text;
}
