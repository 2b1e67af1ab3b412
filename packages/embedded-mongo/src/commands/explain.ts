import type { Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { FindQuery, Namespace } from '../engine/types.js';
import { MONGODB_VERSION } from '../server/identity.js';
import { splitPipeline } from './aggregate/split-pipeline.js';
import { Arguments } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { readCountQuery } from './count.js';
import { badValue } from './errors.js';
import { explainStages, planQuery } from './explain-plan.js';
import { readFindQuery } from './find.js';
import { commandNamespace, namespaceText } from './namespace.js';
import { withoutUndefined } from './without-undefined.js';

const KNOWN = new Set(['explain', 'verbosity']);
const VERBOSITIES = new Set(['queryPlanner', 'executionStats', 'allPlansExecution']);

function run(request: CommandRequest): CommandReply {
  const { args } = request;
  args.only(KNOWN);
  const body = args.required('explain', args.document('explain'));
  const verbosity = args.string('verbosity') ?? 'allPlansExecution';
  if (!VERBOSITIES.has(verbosity)) {
    throw badValue(`Enumeration value '${verbosity}' for field 'explain.verbosity' is not a valid value.`);
  }
  const name = Object.keys(body)[0] ?? '';
  const inner: CommandRequest = { ...request, name, body, args: new Arguments(name, body) };
  const namespace = commandNamespace(inner);
  const reply =
    name === 'aggregate'
      ? explainAggregate(inner, namespace, verbosity)
      : explainQuery(inner, namespace, readQuery(inner), verbosity);
  const { database: _database, ...shown } = { ...body, $db: undefined, database: request.database };
  delete (shown as Document).$db;
  return {
    explainVersion: '1',
    ...reply,
    command: { ...shown, $db: request.database },
    serverInfo: { host: request.server.identity.host, port: 0, version: MONGODB_VERSION, gitVersion: 'bolide' },
  };
}

function readQuery({ name, args }: CommandRequest): FindQuery {
  switch (name) {
    case 'find':
      return readFindQuery(args);
    case 'count':
      return readCountQuery(args);
    case 'distinct':
    case 'findAndModify':
    case 'findandmodify':
      return withoutUndefined<FindQuery>({
        filter: args.document('query') ?? {},
        sort: args.document('sort'),
        hint: args.hint(),
        collation: args.document('collation'),
      });
    case 'update':
    case 'delete':
      return readWriteQuery(name, args);
    default:
      throw new MongoError(59, `Explain failed due to unknown command: ${name}`);
  }
}

function readWriteQuery(name: 'update' | 'delete', args: Arguments): FindQuery {
  const list = `${name}s`;
  const statements = args.documents(list) ?? [];
  if (statements.length !== 1) throw new MongoError(72, 'explained write batches must be of size 1');
  const statement = new Arguments(`${name}.${list}`, statements[0] as Document);
  return withoutUndefined<FindQuery>({
    filter: statement.document('q') ?? {},
    hint: statement.hint(),
    collation: statement.document('collation'),
  });
}

function explainQuery({ server }: CommandRequest, namespace: Namespace, query: FindQuery, verbosity: string): Document {
  const collection = server.engine.collection(namespace.database, namespace.collection);
  return {
    queryPlanner: {
      namespace: namespaceText(namespace),
      parsedQuery: query.filter,
      indexFilterSet: false,
      winningPlan: collection ? planQuery(collection, query) : { stage: 'EOF' },
      rejectedPlans: [],
    },
    ...(verbosity === 'queryPlanner' ? {} : { executionStats: collection ? explainStages(collection, query) : {} }),
  };
}

function explainAggregate(request: CommandRequest, namespace: Namespace, verbosity: string): Document {
  const pipeline = request.args.required('pipeline', request.args.documents('pipeline'));
  const { query, rest } = splitPipeline(pipeline, request.args);
  const found = explainQuery(request, namespace, query, verbosity);
  return rest.length === 0 ? found : { stages: [{ $cursor: found }, ...rest] };
}

export const explain: Command = { name: 'explain', run };
