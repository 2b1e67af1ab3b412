import { check } from 'meteor/check';
import { Meteor } from 'meteor/meteor';

interface Subscriber {
  changed(collection: string, id: string, fields: Record<string, unknown>): void;
}

const counts = new Map<string, number>([['clicks', 0]]);
const subscribers = new Set<Subscriber>();

Meteor.publish('counters', function () {
  for (const [id, count] of counts) this.added('counters', id, { count });
  subscribers.add(this);
  this.onStop(() => subscribers.delete(this));
  this.ready();
});

Meteor.methods({
  'counters.increment'(id: string) {
    check(id, String);
    const count = counts.get(id);
    if (count === undefined) throw new Meteor.Error('no-such-counter', `There is no counter "${id}".`);
    counts.set(id, count + 1);
    for (const subscriber of subscribers) subscriber.changed('counters', id, { count: count + 1 });
    return count + 1;
  },
});
