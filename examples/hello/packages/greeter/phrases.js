// Without a declaration: a variable of the package, seen by its other files only.
phrases = { world: 'Hello, world', browser: 'Hello, browser' };
