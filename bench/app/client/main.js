import { Meteor } from 'meteor/meteor';

Meteor.startup(() => {
  document.documentElement.dataset.started = 'yes';
});
