import { Long, Timestamp } from 'bson';
import { MAX_WIRE_VERSION, MIN_WIRE_VERSION, SESSION_TIMEOUT_MINUTES } from '../server/identity.js';

import { MAX_DOCUMENT_BYTES, MAX_MESSAGE_BYTES, MAX_WRITE_BATCH } from '../wire/limits.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { authenticateInHello } from './sasl-start.js';

/** The topology never changes while the server runs, so the counter stays. */
const TOPOLOGY_COUNTER = 1;

async function run(request: CommandRequest): Promise<CommandReply> {
  const { args, connection, server } = request;
  const { identity, engine } = server;
  if (args.has('client')) connection.client ??= args.document('client');
  if (args.has('helloOk')) connection.helloOk ||= args.boolean('helloOk');
  const now = engine.clock.now();
  const time = new Timestamp({ t: now.t, i: now.i });
  const lastWrite = new Date(now.t * 1000);
  const opTime = { ts: time, t: Long.ONE };
  const authentication = await authenticateInHello(request);
  return {
    ...(connection.helloOk ? { helloOk: true } : {}),
    ...(request.name === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
    topologyVersion: { processId: identity.processId, counter: Long.fromNumber(TOPOLOGY_COUNTER) },
    hosts: [identity.host],
    setName: identity.setName,
    setVersion: 1,
    secondary: false,
    primary: identity.host,
    me: identity.host,
    electionId: identity.electionId,
    lastWrite: {
      opTime,
      lastWriteDate: lastWrite,
      majorityOpTime: opTime,
      majorityWriteDate: lastWrite,
    },
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: MAX_WRITE_BATCH,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: SESSION_TIMEOUT_MINUTES,
    connectionId: connection.id,
    minWireVersion: MIN_WIRE_VERSION,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
    ...authentication,
  };
}

export const hello: Command = { name: 'hello', aliases: ['isMaster', 'ismaster'], open: true, run };
