import { type Document, MongoClient } from 'mongodb';
import { Entities } from './entities.js';
import { matchResult } from './match-result.js';
import { INTERNAL_CLIENT, runOperation, setRunExpecting } from './operations.js';
import { Unsupported } from './unsupported.js';

const FAIL_POINTS = ['failCommand', 'failGetMoreAfterCursorCheckout', 'onPrimaryTransactionalWrite'];
const SERVER_VERSION = '8.0.0';

/**
 * Runs one test of a file in MongoDB's unified test format. What the driver sends is not looked at: the server is tested.
 * @throws Unsupported if the test is not for such a server; Error if it fails
 */
export async function runTest(uri: string, file: Document, test: Document): Promise<void> {
  if (test.skipReason) throw new Unsupported(`skipped by the specification: ${test.skipReason}`);
  checkRequirements(file.runOnRequirements);
  checkRequirements(test.runOnRequirements);
  const internal = await MongoClient.connect(uri);
  const entities = new Entities(uri);
  try {
    await prepare(internal, file.initialData ?? []);
    entities.set(INTERNAL_CLIENT, internal);
    for (const entity of file.createEntities ?? []) await entities.create(entity);
    for (const operation of test.operations) await runExpecting(operation, entities);
    for (const { databaseName, collectionName, documents } of test.outcome ?? []) {
      const stored = await internal.db(databaseName).collection(collectionName).find().sort({ _id: 1 }).toArray();
      matchResult(stored, documents, { entity: (name) => entities.get(name) }, 'outcome');
    }
  } finally {
    for (const name of FAIL_POINTS) await internal.db('admin').command({ configureFailPoint: name, mode: 'off' });
    await internal.db('admin').command({ killAllSessions: [] });
    await entities.close();
    await internal.close();
  }
}

async function prepare(client: MongoClient, data: readonly Document[]): Promise<void> {
  for (const { databaseName, collectionName, documents, createOptions } of data) {
    const database = client.db(databaseName);
    await database.dropCollection(collectionName);
    if (createOptions || documents.length === 0) await database.createCollection(collectionName, createOptions);
    if (documents.length > 0) await database.collection(collectionName).insertMany(documents);
  }
}

function checkRequirements(requirements: readonly Document[] | undefined): void {
  if (!requirements || requirements.some(isMet)) return;
  throw new Unsupported('for other servers');
}

function isMet({
  minServerVersion,
  maxServerVersion,
  topologies,
  auth,
  serverless,
  csfle,
  serverParameters,
}: Document): boolean {
  if (minServerVersion && compareVersions(SERVER_VERSION, minServerVersion) < 0) return false;
  if (maxServerVersion && compareVersions(SERVER_VERSION, maxServerVersion) > 0) return false;
  if (topologies && !topologies.includes('replicaset')) return false;
  if (serverParameters && Object.keys(serverParameters).some((name) => name !== 'enableTestCommands')) return false;
  return auth !== true && serverless !== 'require' && !csfle;
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let index = 0; index < 3; index++) {
    const order = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}

/** @param inside whether the operation is part of another one, which has to see its error */
async function runExpecting(operation: Document, entities: Entities, inside = false): Promise<void> {
  const settings = { entity: (name: string) => entities.get(name) };
  let result: unknown;
  try {
    result = await runOperation(operation, entities);
  } catch (error) {
    if (error instanceof Unsupported || operation.ignoreResultAndError) {
      if (error instanceof Unsupported) throw error;
      return;
    }
    if (!operation.expectError) throw error;
    checkError(error as Document, operation.expectError, settings);
    if (inside) throw error;
    return;
  }
  if (operation.expectError && !operation.ignoreResultAndError) {
    throw new Error(`${operation.name} should have failed: ${JSON.stringify(operation.expectError)}`);
  }
  if ('expectResult' in operation) matchResult(result ?? null, operation.expectResult, settings);
  if (operation.saveResultAsEntity) entities.set(operation.saveResultAsEntity, result);
}

setRunExpecting(runExpecting);

function checkError(error: Document, expected: Document, settings: Parameters<typeof matchResult>[2]): void {
  const fail = (what: string): never => {
    throw new Error(
      `${what}: ${error.message} (${error.code} ${error.codeName}, labels ${[...(error.errorLabels ?? [])]})`,
    );
  };
  const { code = error.writeErrors?.[0]?.code ?? error.cause?.code, codeName = error.cause?.codeName } = error;
  if (expected.errorCode !== undefined && code !== expected.errorCode) fail(`code is not ${expected.errorCode}`);
  if (expected.errorCodeName !== undefined && codeName !== expected.errorCodeName)
    fail(`name is not ${expected.errorCodeName}`);
  if (
    expected.errorContains !== undefined &&
    !error.message.toLowerCase().includes(expected.errorContains.toLowerCase())
  ) {
    fail(`message lacks '${expected.errorContains}'`);
  }
  for (const label of expected.errorLabelsContain ?? []) if (!hasLabel(error, label)) fail(`label ${label} is missing`);
  for (const label of expected.errorLabelsOmit ?? [])
    if (hasLabel(error, label)) fail(`label ${label} should not be there`);
  if (expected.isClientError === false && error.name === 'MongoNetworkError') fail('it is a client error');
  const result = error.result ?? error.partialResult;
  if (expected.expectResult !== undefined && result !== undefined) matchResult(result, expected.expectResult, settings);
}

function hasLabel(error: Document, label: string): boolean {
  return error.hasErrorLabel?.(label) === true || error.cause?.hasErrorLabel?.(label) === true;
}
