import { WebAppInternals } from '@bolide/meteor/webapp';
import type { BrowserPolicyStatic, CompleteBrowserPolicy } from './types.js';

export type * from './types.js';

let isTest = false;

const policy: BrowserPolicyStatic = {
  _runningTest: () => isTest,
  _setRunningTest() {
    isTest = true;
    sendHeaders();
  },
  _changed: sendHeaders,
};

/** `content` and `framing` are there if the packages browser-policy-content and browser-policy-framing are. */
export const BrowserPolicy = policy as CompleteBrowserPolicy;

/**
 * Sends the headers from now on. The policy is for pages and for what handlers answer; the one about content types is
 * for files too. Meteor works them out at each request; here they are prepared, and pages come from memory.
 */
function sendHeaders(): void {
  const { content, framing } = policy;
  const contentTypeOptions = content?._xContentTypeOptions();
  const csp = content?._constructCsp();
  const frameOptions = framing?._constructXFrameOptions();
  WebAppInternals.setResponseHeaders(
    'browser-policy: everything',
    'every',
    contentTypeOptions && !isTest ? { 'x-content-type-options': contentTypeOptions } : null,
  );
  const headers = {
    ...(frameOptions && { 'x-frame-options': frameOptions }),
    ...(csp && { 'content-security-policy': csp }),
  };
  WebAppInternals.setResponseHeaders(
    'browser-policy: pages',
    'dynamic',
    Object.keys(headers).length > 0 && !isTest ? headers : null,
  );
}
