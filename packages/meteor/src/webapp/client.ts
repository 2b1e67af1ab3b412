import type { WebAppStatic } from './types.js';

export type * from './types.js';

const MISSING_STYLES = '.meteor-css-not-found-error';

/** The rule that the server sends instead of a style sheet it does not have. */
function saysMissing(sheet: CSSStyleSheet): boolean {
  try {
    return [...sheet.cssRules].some((rule) => (rule as CSSStyleRule).selectorText === MISSING_STYLES);
  } catch {
    // The rules of sheets from other origins cannot be read; those are not ours.
    return false;
  }
}

/** On the client there is only `_isCssLoaded`. */
export const WebApp = {
  _isCssLoaded: () =>
    document.styleSheets.length === 0 || [...document.styleSheets].some((sheet) => !saysMissing(sheet)),
} as WebAppStatic;
