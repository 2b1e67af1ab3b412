// Writes docs/environment.md from the table in packages/runtime/src/environment.ts, after a build.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @param {Record<string, { type: string, default: string, meaning: string }>} variables
 * @returns {string}
 */
export function renderEnvironmentDocs(variables) {
  const rows = Object.entries(variables).map(
    ([name, { type, default: absent, meaning }]) =>
      `| \`${name}\` | ${cell(type)} | ${cell(absent)} | ${cell(meaning)} |`,
  );
  return `# Environment variables

<!-- Written by scripts/environment-docs.mjs from packages/runtime/src/environment.ts. Do not edit. -->

What a running server reads. A variable that is not set, or set to nothing, counts as its default. A value of the wrong
type ends the server at its start, with a line that names the variable, the value, and what it must be.

| Variable | Type | Default | Meaning |
|---|---|---|---|
${rows.join('\n')}
| \`METEOR_SETTINGS_<PATH>\` | text or JSON | none | One value of \`Meteor.settings\`; see below. |

\`1 or 0\`: anything but \`0\`, \`false\`, \`no\`, \`off\` (and nothing) counts as on.

## Settings

\`Meteor.settings\` comes from three places, merged key by key, the later ones stronger:

1. the bundle: \`meteor.settings\` of the app's package.json when it was built;
2. \`METEOR_SETTINGS\`: a JSON object;
3. \`METEOR_SETTINGS_<PATH>\`: one value each. \`_\` separates the keys, and case does not matter:
   \`METEOR_SETTINGS_PUBLIC_THEME=dark\` sets \`public.theme\`, and \`METEOR_SETTINGS_APIURL=…\` sets \`apiUrl\` if the settings
   have such a key, else \`apiurl\`. Keys that contain \`_\` cannot be reached. The value is read as JSON if it is JSON, else as text;
   whole numbers too long for JavaScript stay text.

Objects are merged; arrays and everything else are replaced. Errors name the variable and the place, never the value.
`;
}

const cell = (text) => text.replaceAll('|', '\\|');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { variables } = await import('../packages/runtime/dist/environment.js');
  writeFileSync(new URL('../docs/environment.md', import.meta.url), renderEnvironmentDocs(variables));
}
