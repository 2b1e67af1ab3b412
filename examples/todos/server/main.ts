import { Meteor } from 'meteor/meteor';
import { Tasks } from '../imports/api/collections';
import '../imports/api/methods';
import '../imports/api/publications';
import { addExamples } from '../imports/startup/examples';

Meteor.startup(async () => {
  await Tasks.createIndexAsync({ listId: 1, createdAt: -1, _id: 1 });
  await addExamples();
});
