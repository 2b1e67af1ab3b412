import { makeUrlsSecure } from './secure-urls.js';

makeUrlsSecure();
