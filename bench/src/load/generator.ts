// The load generator, a process of its own that runs on Bun: the fastest client that is at hand. It takes commands from
// standard input and answers on standard output, one after the other; see protocol.ts.
import { createInterface } from 'node:readline';
import { ddpLoad } from './ddp-load.js';
import { httpLoad } from './http-load.js';
import type { Answer, Command } from './protocol.js';

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line) as Command;
  let answer: Answer;
  try {
    answer = { result: await (command.kind === 'http' ? httpLoad(command) : ddpLoad(command)) };
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
