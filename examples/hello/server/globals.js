// Old Meteor style: assigned without a declaration, seen by every other file.
Calls = 0;
StartedAt = null;
