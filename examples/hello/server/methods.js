import { crc32 } from '@node-rs/crc32';
import { Meteor } from 'meteor/meteor';
import { Quotes } from 'meteor/hello:quotes';
import ms from 'ms';
import { nanoid } from 'nanoid';

Meteor.methods({
  async facts() {
    Calls += 1;
    return {
      'Greeting (old-style package)': Greeter.greet('world'),
      'Quote (asset of a package)': Quotes.first(),
      'Motto (asset of the app)': (await Assets.getTextAsync('motto.txt')).trim(),
      'CommonJS from npm (ms)': ms(90 * 60 * 1000),
      'ES module from npm (nanoid)': `${nanoid().length} characters`,
      'Native addon from npm (crc32)': crc32('bolide').toString(16),
      'Calls so far (implicit global)': String(Calls),
      'Listening was delayed by top-level await until': StartedAt.toISOString(),
    };
  },

  async 'clock.now'() {
    // A nested import: evaluated when it is reached.
    import { now } from '/imports/server/clock';
    return now();
  },

  echo(value) {
    return value;
  },
});
