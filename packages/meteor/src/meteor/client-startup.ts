import { isStartupHeld, onStartupReleased } from '@bolide/meteor/core-runtime';

/**
 * `Meteor.startup` on the client. The hooks run, in the order in which they were registered, once the document has been
 * read and nobody holds them back (`holdStartup`); later ones run at once. They are not awaited, as in Meteor: one that
 * never ends must not keep the page from being drawn.
 */
export function createStartup(): (hook: () => unknown) => void {
  const hooks: (() => unknown)[] = [];
  let isDocumentReady = false;
  let isReady = false;

  const runIfReady = () => {
    if (isReady || !isDocumentReady || isStartupHeld()) return;
    isReady = true;
    for (let hook = hooks.shift(); hook; hook = hooks.shift()) {
      try {
        hook();
      } catch (error) {
        // Reported as an uncaught error, but the hooks of others still run.
        setTimeout(() => {
          throw error;
        }, 0);
      }
    }
  };
  const documentReady = () => {
    isDocumentReady = true;
    runIfReady();
  };

  onStartupReleased(runIfReady);
  if (typeof document === 'undefined' || document.readyState === 'complete') {
    // Modules that are evaluated after this one may still register hooks.
    setTimeout(documentReady, 0);
  } else {
    document.addEventListener('DOMContentLoaded', documentReady);
    window.addEventListener('load', documentReady);
  }

  return (hook) => {
    if (isReady) hook();
    else hooks.push(hook);
  };
}
