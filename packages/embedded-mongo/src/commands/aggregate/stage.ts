import type { Document } from 'bson';
import type { TextOrder } from '../../engine/keys/compare-values.js';
import type { TextFold } from '../../engine/keys/encode-key.js';
import type { Engine, EngineCollection, EngineTransaction, Namespace } from '../../engine/types.js';
import type { Session } from '../../sessions/session.js';

/** Documents on their way through a pipeline. `undefined` is a step without one, at which others may get their turn. */
export type Flow = Iterable<Document | undefined>;

/** Turns the documents that come in into those that go out; never changes a document that came in. */
export type Stage = (input: Flow) => Flow;

/** Makes a stage of its argument. */
export type StageCompiler = (argument: unknown, context: PipelineContext) => Stage;

/** What the stages of a pipeline may use. */
export interface PipelineContext {
  readonly engine: Engine;
  readonly transaction: EngineTransaction | undefined;
  /** The collection that the pipeline reads. */
  readonly namespace: Namespace;
  /** Values of `let`, and those that an outer pipeline gives. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly collation: Document | undefined;
  /** How texts compare under the collation, and what equal ones have in common. */
  readonly textOrder: TextOrder | undefined;
  readonly textFold: TextFold | undefined;
  /** How many pipelines this one is inside of. */
  readonly depth: number;
  readonly bypassDocumentValidation: boolean;
  /** Facts about the server, for stages that show them. */
  readonly host: string;
  readonly sessions: () => Iterable<Session>;
  readonly operations: () => Iterable<Document>;
}

/** Applies a function to each document; `undefined` leaves it out. */
export function mapping(change: (document: Document) => Document | undefined): Stage {
  return function* (input) {
    for (const document of input) yield document && change(document);
  };
}

/** A stage that needs all documents before it can give the first. */
export function gathering(finish: (documents: Document[]) => Iterable<Document | undefined>): Stage {
  return function* (input) {
    const documents: Document[] = [];
    for (const document of input) {
      if (document) documents.push(document);
      yield undefined;
    }
    yield* finish(documents);
  };
}

/** The collection of that name in the pipeline's database. */
export function collectionNamed(name: string, context: PipelineContext): EngineCollection | undefined {
  return context.engine.collection(context.namespace.database, name, context.transaction);
}
