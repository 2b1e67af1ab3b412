import { BrowserPolicy, type FramingPolicy } from '@bolide/meteor/browser-policy-common';

const DEFAULT = 'SAMEORIGIN';
let options: string | null = DEFAULT;

function set(value: string | null): void {
  options = value;
  BrowserPolicy._changed();
}

const framing: FramingPolicy = {
  disallow: () => set('DENY'),
  restrictToOrigin(origin) {
    if (options?.startsWith('ALLOW-FROM')) {
      throw new Error('You can only specify one origin that is allowed to frame this app.');
    }
    if (/[\s;,]/.test(origin)) throw new Error(`This is no origin that may frame the app: ${JSON.stringify(origin)}`);
    set(`ALLOW-FROM ${origin}`);
  },
  allowAll: () => set(null),
  _constructXFrameOptions: () => options,
  _reset: () => set(DEFAULT),
};

BrowserPolicy.framing = framing;
set(DEFAULT);

export { BrowserPolicy };
