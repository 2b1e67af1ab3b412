import type { Document } from 'bson';
import { SESSION_TIMEOUT_MINUTES } from '../server/identity.js';
import { isDocument } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';

function run({ args, server }: CommandRequest): CommandReply {
  const parameters: Document = {
    featureCompatibilityVersion: { version: '8.0' },
    localLogicalSessionTimeoutMinutes: SESSION_TIMEOUT_MINUTES,
    authenticationMechanisms: ['SCRAM-SHA-256'],
    enableTestCommands: server.failPoints !== undefined,
    quiet: false,
    logLevel: 0,
    ttlMonitorEnabled: true,
    transactionLifetimeLimitSeconds: 60,
    cursorTimeoutMillis: 600_000,
    notablescan: false,
  };
  const which = args.get('getParameter');
  if (which === '*' || (isDocument(which) && which.allParameters === true)) return parameters;
  const asked = Object.keys(args.body).filter((name) => Object.hasOwn(parameters, name));
  if (asked.length === 0) return { ok: 0, errmsg: 'no option found to get', code: 72, codeName: 'InvalidOptions' };
  return Object.fromEntries(asked.map((name) => [name, parameters[name]]));
}

export const getParameter: Command = { name: 'getParameter', adminOnly: true, run };
