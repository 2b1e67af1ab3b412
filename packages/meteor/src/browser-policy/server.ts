import '@bolide/meteor/browser-policy-content';
import '@bolide/meteor/browser-policy-framing';

export { BrowserPolicy } from '@bolide/meteor/browser-policy-common';
