// MongoDB's own tests for drivers, run against this server. They are not in this repository: set MONGODB_SPECIFICATIONS
// to a checkout of https://github.com/mongodb/specifications.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EJSON } from 'bson';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/test-server.js';
import { runTest } from './run-test.js';
import { Unsupported } from './unsupported.js';

const root = process.env.MONGODB_SPECIFICATIONS;
const FOLDERS = [
  'source/crud/tests/unified',
  'source/change-streams/tests/unified',
  'source/transactions/tests/unified',
  'source/transactions-convenient-api/tests/unified',
  'source/retryable-writes/tests/unified',
  'source/retryable-reads/tests/unified',
  'source/collection-management/tests',
  'source/sessions/tests',
  'source/run-command/tests/unified',
  'source/index-management/tests',
  'source/read-write-concern/tests/operation',
  'source/versioned-api/tests',
];
const TIMEOUT = 20_000;

describe.skipIf(!root)('MongoDB’s unified tests', () => {
  let server: TestServer;
  const skipped = new Map<string, number>();
  beforeAll(async () => {
    server = await startTestServer({}, { testCommands: true });
  });
  afterAll(async () => {
    await server.stop();
    for (const [reason, count] of skipped) console.log(`skipped ${count}: ${reason}`);
  });

  for (const folder of root ? FOLDERS : []) {
    for (const name of jsonFiles(join(root as string, folder))) {
      const file = EJSON.parse(readFileSync(join(root as string, folder, name), 'utf8'), { relaxed: true }) as Document;
      describe(`${folder}/${name}`, () => {
        for (const each of file.tests ?? []) {
          test(each.description, { timeout: TIMEOUT }, async (context) => {
            try {
              await runTest(server.uri, file, each);
              expect(true).toBe(true);
            } catch (error) {
              if (!(error instanceof Unsupported)) throw error;
              skipped.set(error.message, (skipped.get(error.message) ?? 0) + 1);
              context.skip(error.message);
            }
          });
        }
      });
    }
  }
});

function jsonFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}
