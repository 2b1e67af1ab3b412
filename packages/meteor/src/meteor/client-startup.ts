/**
 * `Meteor.startup` on the client. The hooks run, in order, when the document has been read, the modules have been
 * evaluated and nobody holds them back; later ones run at once.
 */
export function createStartup(): (hook: () => unknown) => void {
  const hooks: (() => unknown)[] = [];
  let isReady = false;

  const run = () => {
    if (isReady) return;
    isReady = true;
    for (let hook = hooks.shift(); hook; hook = hooks.shift()) hook();
  };
  if (typeof document === 'undefined') setTimeout(run, 0);
  else if (document.readyState === 'complete') {
    // Other modules of the same page load may still be about to register hooks.
    setTimeout(run, 0);
  } else {
    document.addEventListener('DOMContentLoaded', run);
    window.addEventListener('load', run);
  }

  return (hook) => {
    if (isReady) hook();
    else hooks.push(hook);
  };
}
