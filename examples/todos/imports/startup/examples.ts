import { Lists, Tasks } from '../api/collections';

const EXAMPLES: Record<string, { hue: number; open: string[]; done: string[] }> = {
  'First steps': {
    hue: 277,
    open: [
      'Open this page in a second window',
      'Add a task, and look at the other one',
      'Tick something off',
      'Double-click a task to change it',
      'Stop the server, go on, start it again',
    ],
    done: ['Build the app', 'Start it, without a database to set up'],
  },
  'Weekend in the hills': {
    hue: 152,
    open: [
      'Ask for the keys to the hut',
      'Buy bread, cheese and apples',
      'Find the big flashlight',
      'Print the map, for where there is no network',
      'Check the weather',
      'Grease the boots',
      'Tell the neighbours to feed the cat',
      'Charge the camera',
      'Pack the rain jackets',
      'Fill the tank',
    ],
    done: ['Choose a date', 'Book the train', 'Borrow a backpack'],
  },
  'Books to read': { hue: 45, open: ['The Left Hand of Darkness', 'Middlemarch', 'The Periodic Table'], done: [] },
};

/** Puts a few lists into an empty database. */
export async function addExamples(): Promise<void> {
  if ((await Lists.find().countAsync()) > 0) return;
  let time = Date.now() - 86_400_000;
  const next = () => {
    time += 1_000;
    return new Date(time);
  };
  for (const [name, { hue, open, done }] of Object.entries(EXAMPLES)) {
    const total = open.length + done.length;
    const listId = await Lists.insertAsync({ name, hue, createdAt: next(), total, done: done.length });
    for (const text of done) await Tasks.insertAsync({ listId, text, done: true, createdAt: next() });
    for (const text of open.toReversed()) await Tasks.insertAsync({ listId, text, done: false, createdAt: next() });
  }
}
