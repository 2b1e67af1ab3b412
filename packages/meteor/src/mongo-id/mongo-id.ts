import { looksLikeObjectID, ObjectID as ObjectIDClass } from './object-id.js';

export interface MongoIDApi {
  readonly ObjectID: typeof ObjectIDClass;
  /** Writes an id of any kind as a text from which idParse makes the same id. Throws for other objects. */
  idStringify(id: unknown): string;
  /** The inverse of idStringify. */
  idParse(text: string): unknown;
  _looksLikeObjectID(text: string): boolean;
}

function idStringify(id: unknown): string {
  if (typeof id === 'string') {
    if (id === '') return id;
    const first = id.charAt(0);
    // What idParse would read as something else gets a dash.
    return first === '-' || first === '~' || first === '{' || looksLikeObjectID(id) ? `-${id}` : id;
  }
  if (id instanceof ObjectIDClass) return id._str;
  if (id === undefined) return '-';
  if (typeof id === 'object' && id !== null) {
    throw new Error('Meteor does not currently support objects other than ObjectID as ids');
  }
  return `~${JSON.stringify(id)}`;
}

function idParse(text: string): unknown {
  if (text === '') return text;
  if (text === '-') return undefined;
  const first = text.charAt(0);
  if (first === '-') return text.slice(1);
  if (first === '~') return JSON.parse(text.slice(1));
  return looksLikeObjectID(text) ? new ObjectIDClass(text) : text;
}

/** Ids of documents, and how DDP writes them. */
export const MongoID: MongoIDApi = {
  ObjectID: ObjectIDClass,
  idStringify,
  idParse,
  _looksLikeObjectID: looksLikeObjectID,
};

// So that `MongoID.ObjectID` is a type as well.
export declare namespace MongoID {
  export type ObjectID = ObjectIDClass;
}

export type { ObjectIDClass as ObjectID };
