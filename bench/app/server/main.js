// The least that a server can do: what remains is what Bolide itself costs.
import { Meteor } from 'meteor/meteor';

Meteor.methods({
  echo: (value) => value,
});
