import './main.css';
import { Meteor } from 'meteor/meteor';
import { Tracker } from 'meteor/tracker';
import { LiveDocuments } from '/imports/client/live-documents';

const element = (id) => document.getElementById(id);
const counters = new LiveDocuments('counters');

Meteor.subscribe('counters');

Meteor.startup(async () => {
  element('title').textContent = Meteor.settings.public.title;
  // Free names of package exports work as in Meteor: Greeter comes from the package hello:greeter.
  element('title').title = Greeter.greet('browser');

  Tracker.autorun(() => {
    element('counter').textContent = counters.get('clicks')?.count ?? '…';
  });
  Tracker.autorun(() => {
    element('status').textContent = Meteor.status().status;
  });

  element('increment').addEventListener('click', () => Meteor.callAsync('counters.increment', 'clicks'));
  element('more').addEventListener('click', async () => {
    // A part of the client that is loaded when it is asked for.
    const { formatTime } = await import('/imports/client/format-time');
    element('time').textContent = formatTime(await Meteor.callAsync('clock.now'));
  });

  const facts = await Meteor.callAsync('facts');
  element('facts').innerHTML = '';
  for (const [name, value] of Object.entries(facts)) {
    const term = document.createElement('dt');
    const description = document.createElement('dd');
    term.textContent = name;
    description.textContent = value;
    element('facts').append(term, description);
  }
});
