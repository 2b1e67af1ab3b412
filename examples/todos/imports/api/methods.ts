import { check, Match } from 'meteor/check';
import { Meteor } from 'meteor/meteor';
import { Lists, Tasks } from './collections';

/**
 * These run in the browser first, on the documents that it has, and then on the server, whose answer counts: what a
 * user does shows at once, and is taken back if the server refuses.
 */

const text = (longest: number) =>
  Match.Where((value: unknown): value is string => {
    check(value, String);
    return value.trim().length > 0 && value.length <= longest;
  });

const TEXT = text(200);
const NAME = text(60);

Meteor.methods({
  async 'lists.add'(name: unknown, hue: unknown): Promise<string> {
    check(name, NAME);
    check(hue, Match.Integer);
    return Lists.insertAsync({ name: name.trim(), hue: ((hue % 360) + 360) % 360, createdAt: new Date(), total: 0, done: 0 });
  },

  async 'lists.rename'(listId: unknown, name: unknown): Promise<void> {
    check(listId, String);
    check(name, NAME);
    await Lists.updateAsync(listId, { $set: { name: name.trim() } });
  },

  async 'lists.remove'(listId: unknown): Promise<void> {
    check(listId, String);
    await Lists.removeAsync(listId);
    await Tasks.removeAsync({ listId });
  },

  async 'lists.removeDone'(listId: unknown): Promise<void> {
    check(listId, String);
    if (this.isSimulation) {
      // The browser has one page only; the server removes the others.
      const list = await Lists.findOneAsync(listId);
      if (list) await Lists.updateAsync(listId, { $set: { total: list.total - list.done, done: 0 } });
      await Tasks.removeAsync({ listId, done: true });
      return;
    }
    const removed = await Tasks.removeAsync({ listId, done: true });
    await Lists.updateAsync(listId, { $inc: { total: -removed, done: -removed } });
  },

  async 'tasks.add'(listId: unknown, taskText: unknown): Promise<string> {
    check(listId, String);
    check(taskText, TEXT);
    const trimmed = taskText.trim();
    // Only the server knows all tasks of the list.
    if (!this.isSimulation) {
      if (!(await Lists.findOneAsync(listId))) throw new Meteor.Error('no-such-list', 'The list is gone.');
      if (await Tasks.findOneAsync({ listId, text: trimmed, done: false })) {
        throw new Meteor.Error('already-there', `“${trimmed}” is on the list already.`);
      }
    }
    const taskId = await Tasks.insertAsync({ listId, text: trimmed, done: false, createdAt: new Date() });
    await Lists.updateAsync(listId, { $inc: { total: 1 } });
    return taskId;
  },

  async 'tasks.rename'(taskId: unknown, taskText: unknown): Promise<void> {
    check(taskId, String);
    check(taskText, TEXT);
    await Tasks.updateAsync(taskId, { $set: { text: taskText.trim() } });
  },

  async 'tasks.setDone'(taskId: unknown, done: unknown): Promise<void> {
    check(taskId, String);
    check(done, Boolean);
    const task = await Tasks.findOneAsync(taskId);
    // Two people may tick it at once: it counts once.
    if (task && (await Tasks.updateAsync({ _id: taskId, done: !done }, { $set: { done } }))) {
      await Lists.updateAsync(task.listId, { $inc: { done: done ? 1 : -1 } });
    }
  },

  async 'tasks.remove'(taskId: unknown): Promise<void> {
    check(taskId, String);
    const task = await Tasks.findOneAsync(taskId);
    if (task && (await Tasks.removeAsync(taskId))) {
      await Lists.updateAsync(task.listId, { $inc: { total: -1, done: task.done ? -1 : 0 } });
    }
  },
});
