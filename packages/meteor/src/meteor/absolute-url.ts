import type { AbsoluteUrl, AbsoluteUrlOptions, RuntimeConfig } from './types.js';

const localhost = /^http:\/\/(localhost|127\.0\.0\.1)[:/]/;

/** Makes `Meteor.absoluteUrl`. `defaultOptions` is the object that packages may change later. */
export function createAbsoluteUrl(defaultOptions: AbsoluteUrlOptions): AbsoluteUrl {
  function absoluteUrl(
    pathOrOptions?: string | AbsoluteUrlOptions | null,
    options?: AbsoluteUrlOptions | null,
  ): string {
    const isOptionsOnly = !options && typeof pathOrOptions === 'object' && pathOrOptions !== null;
    const given = isOptionsOnly ? pathOrOptions : options;
    const path = typeof pathOrOptions === 'string' ? pathOrOptions : '';
    const { rootUrl, secure, replaceLocalhost } = { ...absoluteUrl.defaultOptions, ...given };
    if (!rootUrl) throw new Error('Must pass options.rootUrl or set ROOT_URL in the server environment');

    let url = /^https?:\/\//i.test(rootUrl) ? rootUrl : `http://${rootUrl}`;
    if (!url.endsWith('/')) url += '/';
    url += path.replace(/^\/+/, '');
    if (secure && url.startsWith('http:') && !localhost.test(url)) url = `https:${url.slice('http:'.length)}`;
    if (replaceLocalhost) url = url.replace(/^http:\/\/localhost([:/])/, 'http://127.0.0.1$1');
    return url;
  }
  absoluteUrl.defaultOptions = defaultOptions;
  return absoluteUrl;
}

/** A link that begins with `/`, put below the path of ROOT_URL. */
export function _relativeToSiteRootUrl(link: string): string {
  const config = (globalThis as { __meteor_runtime_config__?: RuntimeConfig }).__meteor_runtime_config__;
  if (config && link.startsWith('/')) return (config.ROOT_URL_PATH_PREFIX ?? '') + link;
  return link;
}
