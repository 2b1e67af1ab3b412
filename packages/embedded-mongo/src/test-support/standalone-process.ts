// A program that serves the data folder given to it, until it is killed.
import { runStandalone } from '../server/run-standalone.js';

const [directory] = process.argv.slice(2);
if (!directory) throw new Error('Usage: standalone-process <data folder>');
const server = await runStandalone({ directory, listen: { port: 0 } });
process.stdout.write(`${server.uri}\n`);
