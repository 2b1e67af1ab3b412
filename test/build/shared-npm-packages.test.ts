import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeApp } from '../support/app.js';
import { bolide } from '../support/bolide.js';
import { buildServer, runForJson } from '../support/run-app.js';
import { runtimes } from '../support/runtimes.js';

const PACKAGES = ['meteor', 'tracker', 'react-meteor-data'];

const HOOKS = ['createElement', 'forwardRef', 'memo', 'useEffect', 'useMemo', 'useReducer', 'useRef', 'useState'];

/** No React, but it can be told from any other. */
const OWN_REACT = `${HOOKS.map((name) => `exports.${name} = () => 'own ${name}';`).join('\n')}
exports.memo = (component) => ({ memo: 'own', component });
`;

test.each(runtimes)('react-meteor-data has the React of the app, on $name', async (runtime) => {
  const app = await makeApp(
    {
      'node_modules/react/package.json': JSON.stringify({ name: 'react', version: '18.0.0', main: 'index.js' }),
      'node_modules/react/index.js': OWN_REACT,
      'server/main.js': `
        import { withTracker, useTracker } from 'meteor/react-meteor-data';
        import { useFind } from 'meteor/react-meteor-data/suspense';
        globalThis.main = () => {
          const made = withTracker(() => ({}))(() => null);
          console.log(JSON.stringify([made, useTracker(() => 5), typeof useFind]));
          return 0;
        };
      `,
    },
    PACKAGES,
  );
  const bundle = await buildServer(app);
  expect(await runForJson(bundle, runtime, { NODE_ENV: 'production' })).toEqual([
    { memo: 'own', component: 'own forwardRef' },
    5,
    'function',
  ]);
});

test('an app without React is told to install it', async () => {
  const app = await makeApp({ 'server/main.js': `import 'meteor/react-meteor-data';\n` }, PACKAGES);
  const { code, stderr } = await bolide(app, 'build', '--server-only', '--directory', join(app, '../output'));
  expect(code).not.toBe(0);
  expect(stderr).toContain('Package "react-meteor-data" needs the npm package "react", which the app does not have.');
  expect(stderr).toContain('npm install react');
});

test('other modules of built-in packages cannot be imported', async () => {
  const app = await makeApp({ 'server/main.js': `import 'meteor/react-meteor-data/other';\n` }, PACKAGES);
  const { code, stderr } = await bolide(app, 'build', '--server-only', '--directory', join(app, '../output'));
  expect(code).not.toBe(0);
  expect(stderr).toContain('Cannot import "meteor/react-meteor-data/other"');
});
