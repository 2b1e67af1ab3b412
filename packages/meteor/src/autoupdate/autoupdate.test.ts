import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Meteor } from '@bolide/meteor/meteor';
import { WebApp, WebAppInternals } from '@bolide/meteor/webapp';
import { openBundle } from '@bolide/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishVersions } from './publish-versions.js';
import { PublishedVersions } from './published-versions.js';
import { CLIENT_VERSIONS } from './types.js';

class FakePublication {
  readonly messages: unknown[][] = [];
  stop: (() => void) | undefined;
  added(...args: unknown[]) {
    this.messages.push(['added', ...args]);
  }
  changed(...args: unknown[]) {
    this.messages.push(['changed', ...args]);
  }
  onStop(callback: () => void) {
    this.stop = callback;
  }
  ready() {
    this.messages.push(['ready']);
  }
}

type Handler = (this: FakePublication, appId?: unknown) => unknown;
const publications = new Map<string, Handler>();
const core = Meteor as { publish?: unknown };
const originalPublish = core.publish;
core.publish = (name: string, handler: Handler) => publications.set(name, handler);

function subscribe(appId?: unknown) {
  const publication = new FakePublication();
  const result = publications.get(CLIENT_VERSIONS)?.call(publication, appId);
  return { publication, result };
}

afterAll(() => {
  core.publish = originalPublish;
});

describe('the publication', () => {
  const versions = new PublishedVersions();
  versions.set('web.browser', { version: '1' });
  publishVersions(versions, () => 'app');

  test('sends what there is, then what changes, until it is stopped', () => {
    const { publication } = subscribe('app');
    versions.set('web.browser', { version: '2' });
    versions.set('web.cordova', { version: '3' });
    publication.stop?.();
    versions.set('web.browser', { version: '4' });
    expect(publication.messages).toEqual([
      ['added', CLIENT_VERSIONS, 'web.browser', { version: '1' }],
      ['ready'],
      ['changed', CLIENT_VERSIONS, 'web.browser', { version: '2' }],
      ['added', CLIENT_VERSIONS, 'web.cordova', { version: '3' }],
    ]);
  });

  test('clients of another app get nothing; those without an id get all', () => {
    const other = subscribe('other');
    expect(other.publication.messages).toEqual([]);
    expect(other.result).toEqual([]);
    expect(subscribe(null).publication.messages.at(-1)).toEqual(['ready']);
    expect(subscribe().publication.messages.at(-1)).toEqual(['ready']);
  });

  test('the id must be a string', () => {
    expect(() => subscribe({ $ne: 1 })).toThrow('Match error');
  });

  test('without ddp-server nothing is published', () => {
    const { publish } = core;
    delete core.publish;
    expect(() => publishVersions(versions, () => undefined)).not.toThrow();
    core.publish = publish;
  });
});

describe('the versions', () => {
  let directory = '';

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'autoupdate-'));
    mkdirSync(join(directory, 'web'));
    const manifest = [
      { path: 'a.js', where: 'client', type: 'js', url: '/a.js', hash: '1' },
      { path: 'a.css', where: 'client', type: 'css', url: '/a.css', hash: '2' },
    ];
    writeFileSync(join(directory, 'web/program.json'), JSON.stringify({ format: 'web-program-pre1', manifest }));
    openBundle({ directory, manifest: { clientArches: { 'web.browser': 'web/program.json' } } as never });
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  test('are the hashes of the client programs, and go to the clients with the page', async () => {
    await WebAppInternals.reloadClientPrograms();
    const { Autoupdate, refreshClientPrograms } = await import('./server.js');
    await refreshClientPrograms();
    const versions = Autoupdate.versions['web.browser'];
    expect(versions).toMatchObject({
      version: WebApp.clientHash('web.browser'),
      versionRefreshable: WebApp.calculateClientHashRefreshable('web.browser'),
      versionNonRefreshable: WebApp.calculateClientHashNonRefreshable('web.browser'),
    });
    expect(new Set(Object.values(versions ?? {})).size).toBe(4);
    expect(globalThis.__meteor_runtime_config__.autoupdate).toBe(Autoupdate);
    expect(JSON.parse(JSON.stringify(Autoupdate)).versions['web.browser'].version).toBe(versions?.version);

    process.env.AUTOUPDATE_VERSION = 'v1';
    await refreshClientPrograms();
    delete process.env.AUTOUPDATE_VERSION;
    expect(Autoupdate.versions['web.browser']).toMatchObject({ version: 'v1', versionNonRefreshable: 'v1' });
    await refreshClientPrograms();
  });
});
