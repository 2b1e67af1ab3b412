import { LocalCollection } from '@bolide/meteor/minimongo';
import { describe, expect, test } from 'vitest';
import { ObservedDocuments } from './observed-documents.js';
import type { ObservableCursor } from './types.js';

interface Task {
  _id: string;
  rank: number;
  tags?: string[];
}

function observed(find: (tasks: LocalCollection<Task>) => unknown) {
  const tasks = new LocalCollection<Task>();
  for (const rank of [1, 2, 3]) tasks.insert({ _id: `t${rank}`, rank, tags: [] });
  let renders = 0;
  const documents = new ObservedDocuments<Task>(() => {
    renders += 1;
  });
  const use = (other: typeof find): void => {
    documents.cursor = other(tasks) as ObservableCursor<Task>;
    documents.restart();
  };
  use(find);
  return { tasks, documents, use, renders: () => renders };
}

const byRank = (tasks: LocalCollection<Task>) => tasks.find({}, { sort: { rank: 1 } });
const ids = (documents: readonly Task[]): string => documents.map(({ _id }) => _id).join();

describe('ObservedDocuments', () => {
  test('has the documents at once, and follows what is added, changed, moved and removed', () => {
    const { tasks, documents, renders } = observed(byRank);
    const unmount = documents.mount();
    const first = documents.snapshot();
    expect(ids(first)).toBe('t1,t2,t3');
    expect(renders()).toBe(0);

    tasks.insert({ _id: 't0', rank: 0 });
    expect(ids(documents.snapshot())).toBe('t0,t1,t2,t3');
    tasks.update('t0', { $set: { rank: 9 } });
    expect(ids(documents.snapshot())).toBe('t1,t2,t3,t0');
    tasks.remove('t2');
    expect(ids(documents.snapshot())).toBe('t1,t3,t0');
    expect(renders()).toBeGreaterThanOrEqual(3);
    // What a component has been given stays as it was.
    expect(ids(first)).toBe('t1,t2,t3');
    unmount();
  });

  test('documents that stay the same stay the same objects', () => {
    const { tasks, documents } = observed(byRank);
    const unmount = documents.mount();
    const [one, two, three] = documents.snapshot();
    tasks.update('t2', { $push: { tags: 'new' } });
    const after = documents.snapshot();
    expect(after[0]).toBe(one);
    expect(after[1]).not.toBe(two);
    expect(after[1]?.tags).toEqual(['new']);
    expect(after[2]).toBe(three);
    unmount();
  });

  test('another cursor keeps the objects that both have', () => {
    const { documents, use } = observed(byRank);
    const unmount = documents.mount();
    const [, two, three] = documents.snapshot();
    use((tasks) => tasks.find({ rank: { $gt: 1 } }, { sort: { rank: -1 } }));
    const after = documents.snapshot();
    expect(ids(after)).toBe('t3,t2');
    expect(after[0]).toBe(three);
    expect(after[1]).toBe(two);
    unmount();
  });

  test('an unmounted component hears nothing; mounted again, it gets what it missed', () => {
    const { tasks, documents, renders } = observed(byRank);
    documents.mount()();
    const before = documents.snapshot();
    tasks.insert({ _id: 't4', rank: 4 });
    expect(documents.snapshot()).toBe(before);
    expect(renders()).toBe(0);
    const unmount = documents.mount();
    expect(renders()).toBe(1);
    expect(ids(documents.snapshot())).toBe('t1,t2,t3,t4');
    expect(documents.snapshot()[0]).toBe(before[0]);
    unmount();
  });

  test('mounted again without a change, as in strict mode, it renders nothing', () => {
    const { documents, renders } = observed(byRank);
    const before = documents.snapshot();
    documents.mount()();
    const unmount = documents.mount();
    expect(documents.snapshot()).toBe(before);
    expect(renders()).toBe(0);
    unmount();
  });

  test('a change between the render and its mounting is rendered', () => {
    const { tasks, documents, renders } = observed(byRank);
    documents.snapshot();
    tasks.remove('t1');
    expect(renders()).toBe(0);
    const unmount = documents.mount();
    expect(renders()).toBe(1);
    expect(ids(documents.snapshot())).toBe('t2,t3');
    unmount();
  });

  test('many documents are added to one array, copied once per render', () => {
    const { tasks, documents } = observed(byRank);
    const unmount = documents.mount();
    const before = documents.snapshot();
    tasks.insert({ _id: 'a', rank: 10 });
    tasks.insert({ _id: 'b', rank: 11 });
    const after = documents.snapshot();
    expect(after).not.toBe(before);
    expect(documents.snapshot()).toBe(after);
    expect(ids(after)).toBe('t1,t2,t3,a,b');
    unmount();
  });
});
