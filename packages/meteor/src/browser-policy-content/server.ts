import { BrowserPolicy } from '@bolide/meteor/browser-policy-common';
import { WebAppInternals } from '@bolide/meteor/webapp';
import { createContentPolicy } from './content-policy.js';

BrowserPolicy.content = createContentPolicy(BrowserPolicy, (allowed) =>
  WebAppInternals.setInlineScriptsAllowed(allowed),
);
BrowserPolicy._changed();

export { BrowserPolicy };
