// Empty, as in Meteor: mongo looks for this package in the registry, and publishes all collections to all clients;
// ddp-server then warns of publications that do the same.
export {};
