import { afterAll, expect, test } from 'vitest';
import { removeWrittenFiles, writeFiles } from '../testing/write-files.js';
import { meteorImports } from './meteor-imports.js';

afterAll(removeWrittenFiles);

test('every kind of import', async () => {
  const files = {
    'a.js': `
      import { Meteor } from 'meteor/meteor';
      import 'meteor/me:thing/client.js';
      export { EJSON } from "meteor/ejson";
      export * from 'meteor/check';
      // import 'meteor/commented';
      const text = "import 'meteor/quoted'";
      function later() { import nested from 'meteor/random'; }
      if (x) { require('meteor/tracker'); }
      const lazy = () => import('meteor/session');
      require(name); other('meteor/other');
    `,
    'b.ts': `import type { A } from 'meteor/only-a-type'; import { b } from 'meteor/base64'; let x = <T>(y: T) => y;`,
    'c.tsx': `import { c } from 'meteor/sha'; const x = <div>{c}</div>;`,
    'broken.js': `import 'meteor/broken' from (;`,
    'a.tests.js': `import 'meteor/tinytest';`,
    'types.d.ts': `import 'meteor/types';`,
  };
  const found = await meteorImports(writeFiles(files), Object.keys(files));
  expect(found.map(({ name, where }) => `${where} ${name}`).sort()).toEqual([
    'a.js check',
    'a.js ejson',
    'a.js me:thing',
    'a.js meteor',
    'a.js random',
    'a.js session',
    'a.js tracker',
    'b.ts base64',
    'c.tsx sha',
  ]);
});
