// Empty, as in Meteor: allow-deny looks for this package in the registry, and lets clients write to collections that have
// no rules.
export {};
