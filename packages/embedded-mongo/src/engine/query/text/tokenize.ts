/** English words that say nothing about what a text is about. */
const STOP_WORDS = new Set(
  'a about above after again against all am an and any are as at be because been before being below between both but by could did do does doing down during each few for from further had has have having he her here hers herself him himself his how i if in into is it its itself let me more most my myself nor of on once only or other our ours ourselves out over own same she should so some such than that the their theirs them themselves then there these they this those through to too under until up very was we were what when where which while who whom why with would you your yours yourself yourselves'.split(
    ' ',
  ),
);

/** How words are found in a text and made comparable. */
export interface TokenizerSettings {
  /** `none` takes words as they are; for all languages but English too. */
  readonly language: string;
  readonly caseSensitive: boolean;
  readonly diacriticSensitive: boolean;
}

/** The words of a text without their endings, without words that say nothing. */
export function tokenize(text: string, settings: TokenizerSettings): string[] {
  const isEnglish = settings.language === 'english' || settings.language === 'en';
  const terms: string[] = [];
  for (const [word] of foldDiacritics(text, settings).matchAll(/[\p{L}\p{N}\p{M}_']+/gu)) {
    const lower = word.toLowerCase();
    if (isEnglish && STOP_WORDS.has(lower)) continue;
    const stem = isEnglish ? stemEnglish(lower) : lower;
    // With case the ending is cut off where it was found in the word in lower case.
    terms.push(settings.caseSensitive && lower.startsWith(stem) ? word.slice(0, stem.length) : stem);
  }
  return terms;
}

export function foldDiacritics(text: string, { diacriticSensitive }: TokenizerSettings): string {
  return diacriticSensitive ? text : text.normalize('NFD').replace(/\p{M}+/gu, '');
}

const VOWEL = /[aeiouy]/;

/** Takes the usual endings off an English word. Simpler than the stemmer that MongoDB has. */
export function stemEnglish(word: string): string {
  let stem = word.replace(/'s?$/, '');
  if (stem.length <= 2) return stem;
  if (stem.endsWith('sses')) stem = stem.slice(0, -2);
  else if (stem.endsWith('ies')) stem = `${stem.slice(0, -3)}i`;
  else if (stem.endsWith('s') && !/(ss|us)$/.test(stem)) stem = stem.slice(0, -1);
  const ending = /(ing|edly|ingly|ed)$/.exec(stem)?.[0];
  if (ending && VOWEL.test(stem.slice(0, -ending.length))) {
    stem = stem.slice(0, -ending.length);
    if (/(at|bl|iz)$/.test(stem)) stem += 'e';
    else if (/([bdfgmnprt])\1$/.test(stem)) stem = stem.slice(0, -1);
  }
  stem = stem.replace(/([^aeiou])y$/, '$1i');
  stem = stem.replace(/(ational|ization|fulness|ousness|iveness)$/, (suffix) => SUFFIXES[suffix] ?? suffix);
  stem = stem.replace(/(.{3,})(ement|ment|ness|ly|ful)$/, '$1');
  return stem.length > 4 ? stem.replace(/e$/, '') : stem;
}

const SUFFIXES: Readonly<Record<string, string>> = {
  ational: 'ate',
  ization: 'ize',
  fulness: 'ful',
  ousness: 'ous',
  iveness: 'ive',
};
