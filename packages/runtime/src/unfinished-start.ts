/** Node's exit code when a module waits for something that never comes and nothing else is left to do. */
const UNSETTLED = 13;

/** Lets a server that ends before it has started say why; Node ends it without a word. (Bun waits on.) */
export function explainUnfinishedStart(): void {
  process.once('exit', (code) => {
    // Some versions set the code while they tell of the exit.
    if (code !== UNSETTLED && process.exitCode !== UNSETTLED) return;
    console.error(
      'The server has not started: a top-level await of the app, or a hook of Meteor.startup, waits for something that never comes.',
    );
  });
}
