import { describe, expect, test } from 'vitest';
import { TestDdp } from '../support/ddp.js';
import { helloBundle } from '../support/hello-bundle.js';
import { probeBundle } from '../support/probe-bundle.js';
import { runBundle } from '../support/run-app.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

describe.each(runtimes)('settings on $name', (runtime) => {
  async function settingsWith(env: NodeJS.ProcessEnv): Promise<unknown> {
    const server = await TestServer.start(probeBundle(), runtime, { env });
    const client = await TestDdp.connect(server.url);
    const { result } = await client.call('settings');
    await client.close();
    await server.stop();
    return result;
  }

  test('come from the bundle', async () => {
    expect(await settingsWith({})).toEqual({ apiUrl: 'from the bundle', public: { theme: 'light', size: 1 } });
  });

  test('METEOR_SETTINGS goes before the bundle, METEOR_SETTINGS_<PATH> before both', async () => {
    expect(
      await settingsWith({
        METEOR_SETTINGS: '{"public":{"theme":"dark"},"list":[1,2],"__proto__":{"polluted":1}}',
        METEOR_SETTINGS_APIURL: 'https://api.example.com',
        METEOR_SETTINGS_PUBLIC_SIZE: '2',
        METEOR_SETTINGS_DEEP_NEW_KEY: '{"a":[true]}',
        METEOR_SETTINGS_LIST: '[3]',
        METEOR_SETTINGS_LONG: '12345678901234567890',
      }),
    ).toEqual({
      apiUrl: 'https://api.example.com',
      public: { theme: 'dark', size: 2 },
      list: [3],
      deep: { new: { key: { a: [true] } } },
      long: '12345678901234567890',
    });
  });

  test('what is public goes to clients, the rest does not', async () => {
    const server = await TestServer.start(helloBundle(), runtime, {
      env: { METEOR_SETTINGS: '{"secret":"5ecret","public":{"title":"For </script> everyone"}}' },
    });
    const html = await (await fetch(server.url)).text();
    const encoded = /decodeURIComponent\("([^"]+)"\)/.exec(html)?.[1] as string;
    expect(JSON.parse(decodeURIComponent(encoded)).PUBLIC_SETTINGS).toEqual({ title: 'For </script> everyone' });
    expect(html).not.toContain('5ecret');
    expect(html).not.toContain('For </script>');
    await server.stop();
  });

  test.each([
    ['{"secret":"5ecret",}', /METEOR_SETTINGS .*not valid JSON.*[Ll]ine 1, column 2\d/],
    ['5ecret', /METEOR_SETTINGS .*not valid JSON/],
    ['["5ecret"]', /METEOR_SETTINGS is an array/],
    ['"5ecret"', /METEOR_SETTINGS is a string/],
    ['null', /METEOR_SETTINGS is null/],
  ])('METEOR_SETTINGS=%s ends the server, without showing them', async (METEOR_SETTINGS, says) => {
    const { code, stdout, stderr } = await runBundle(probeBundle(), runtime, { METEOR_SETTINGS, PORT: '0' });
    expect(code).toBe(1);
    expect(stderr).toMatch(says);
    expect(stdout + stderr).not.toContain('5ecret');
  });
});
