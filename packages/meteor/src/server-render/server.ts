import { renderCallbacksIntoPages } from './render-callbacks.js';

export { onPageLoad } from './page-load-callbacks.js';
export type * from './types.js';

renderCallbacksIntoPages();
