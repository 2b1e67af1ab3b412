// Empty, as in Meteor: ddp-server looks for this package in the registry when it calls a method or publish function,
// and then lets check's `Match._failIfArgumentsAreNotAllChecked` call it.
export {};
