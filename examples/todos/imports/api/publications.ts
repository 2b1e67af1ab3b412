import { check, Match } from 'meteor/check';
import { Meteor } from 'meteor/meteor';
import { Lists, Tasks } from './collections';
import { isFilter, ORDER, PAGE_SIZE, selectorOf } from './filters';

Meteor.publish('lists', () => Lists.find({}, { sort: { createdAt: 1 } }));

/** One page of a list's tasks. */
Meteor.publish('tasks', (listId: unknown, filter: unknown, page: unknown) => {
  check(listId, String);
  check(filter, Match.Where(isFilter));
  check(page, Match.Integer);
  if (page < 1 || page > 100_000) throw new Meteor.Error('bad-page', 'There is no such page.');
  return Tasks.find(selectorOf(listId, filter), {
    sort: ORDER,
    skip: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
  });
});
