import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { helloBundle } from '../support/hello-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';
import { median, residentMemory } from './support/resident-memory.js';
import { SoakClient } from './support/soak-client.js';

const SECONDS = Number(process.env.SOAK_SECONDS ?? 60);
const CLIENTS = 20;
/** Milliseconds on average between two steps of a client: the servers are busy, the machine is not full. */
const PAUSE = 15;
const MEGABYTE = 1024 * 1024;

/** Random numbers from 0 to 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Tally {
  steps: number;
  increments: number;
  reconnects: number;
  readonly errors: string[];
}

/** What one client does, over and over, until the time is up. */
async function keepBusy(url: string, seed: number, until: number, tally: Tally): Promise<void> {
  const random = randomFrom(seed);
  const client = new SoakClient(url);
  let subscription: string | undefined;
  await client.open();

  const expectSame = (what: string, got: unknown, wanted: unknown): void => {
    const text = JSON.stringify(got);
    if (text !== JSON.stringify(wanted)) tally.errors.push(`${what}: ${text}`);
  };
  const steps: readonly (readonly [weight: number, step: () => Promise<void>])[] = [
    [
      40,
      async () => {
        const value = { text: 'x'.repeat(Math.floor(random() * 2000)), list: [1, null, { deep: [random()] }] };
        expectSame('echo', (await client.call('echo', value)).result, value);
      },
    ],
    [
      20,
      async () => {
        tally.increments++;
        const { result } = await client.call('counters.increment', 'clicks');
        if (typeof result !== 'number') tally.errors.push(`increment: ${result}`);
      },
    ],
    [
      5,
      async () => {
        const { result } = await client.call('facts');
        expectSame('facts', Object.keys(result as object).length, 8);
      },
    ],
    [
      5,
      async () => {
        const { error } = await client.call('counters.increment', 'nothing');
        expectSame('error', (error as { error: string }).error, 'no-such-counter');
      },
    ],
    [
      10,
      async () => {
        if (subscription === undefined) {
          subscription = await client.subscribe('counters');
          expectSame('documents', [...client.counters.keys()], ['clicks']);
        } else {
          await client.unsubscribe(subscription);
          subscription = undefined;
          expectSame('documents', [...client.counters.keys()], []);
        }
      },
    ],
    [5, () => client.ping()],
    [
      5,
      async () => {
        const response = await fetch(random() < 0.5 ? url : `${url}/robots.txt`);
        await response.arrayBuffer();
        expectSame('status', response.status, 200);
      },
    ],
    [
      5,
      async () => {
        tally.reconnects++;
        await client.close(random() < 0.5);
        subscription = undefined;
        await client.open();
      },
    ],
  ];
  const drawn = steps.flatMap(([weight, step]) => Array<() => Promise<void>>(weight).fill(step));

  while (performance.now() < until) {
    try {
      await drawn[Math.floor(random() * drawn.length)]?.();
      tally.steps++;
    } catch (error) {
      tally.errors.push(String(error));
    }
    await delay(random() * 2 * PAUSE);
  }
  tally.errors.push(...client.surprises);
  await client.close();
}

describe(`${SECONDS} seconds with ${CLIENTS} clients that call, subscribe and reconnect`, () => {
  test.concurrent.each(runtimes)(
    'no errors and no growing memory on $name',
    { timeout: (SECONDS + 60) * 1000 },
    async (runtime) => {
      const server = await TestServer.start(helloBundle(), runtime);
      const tally: Tally = { steps: 0, increments: 0, reconnects: 0, errors: [] };
      const samples: number[] = [];
      const start = performance.now();
      const until = start + SECONDS * 1000;
      const sampling = (async () => {
        while (performance.now() < until) {
          samples.push(await residentMemory(server.pid));
          await delay(250);
        }
      })();
      const clients = Array.from({ length: CLIENTS }, (_, i) => keepBusy(server.url, i + 1, until, tally));
      await Promise.all([sampling, ...clients]);

      expect(tally.errors).toEqual([]);
      // Every increment was counted once, and what subscribers see is that.
      const last = new SoakClient(server.url);
      await last.open();
      await last.subscribe('counters');
      expect(last.counters.get('clicks')).toBe(tally.increments);
      await last.close();
      // It was a load, not a rest.
      expect(tally.steps).toBeGreaterThan(SECONDS * CLIENTS * 5);
      expect(tally.reconnects).toBeGreaterThan(CLIENTS);

      const quarter = Math.floor(samples.length / 4);
      const early = median(samples.slice(quarter, 2 * quarter));
      const late = median(samples.slice(3 * quarter));
      console.log(
        `${runtime.name}: ${tally.steps} steps, ${tally.reconnects} reconnects, ` +
          `memory ${Math.round(early / MEGABYTE)} MB, then ${Math.round(late / MEGABYTE)} MB`,
      );
      expect(late).toBeLessThan(early * 1.2 + 16 * MEGABYTE);

      expect(await server.stop()).toBe(0);
      expect(server.output).toBe('LISTENING\n');
    },
  );
});
