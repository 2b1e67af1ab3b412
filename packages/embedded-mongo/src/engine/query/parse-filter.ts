import type { Document } from 'bson';
import { isDocument } from '../bson/value-type.js';
import { compileExpression } from '../expression/compile-expression.js';
import { MongoError } from '../mongo-error.js';
import type { FilterContext } from './filter-context.js';
import { allOf, anyOf, type FilterNode, negated, noneOf } from './filter-node.js';
import { compileJsonSchema } from './json-schema/compile-json-schema.js';
import { isTrue, parseCondition } from './parse-operators.js';
import { compilePath } from './path.js';
import type { Predicate } from './predicate.js';
import { asNumber } from './predicates/integer-operand.js';
import { parseText } from './text/text-query.js';

/** @throws MongoError 2 BadValue and others, as MongoDB reports bad filters */
export function parseFilter(filter: Document, context: FilterContext): FilterNode {
  const children: FilterNode[] = [];
  for (const name of Object.keys(filter)) {
    const value: unknown = filter[name];
    const node = name.startsWith('$') ? parseTopLevel(name, value, context) : parseField(name, value, context);
    if (node) children.push(node);
  }
  return allOf(children);
}

function parseField(path: string, value: unknown, context: FilterContext): FilterNode {
  context.looksAt(path);
  return atPath(path, parseCondition(value, context));
}

function atPath(path: string, predicate: Predicate): FilterNode {
  if (predicate.kind === 'all') return allOf(predicate.parts.map((part) => atPath(path, part)));
  if (predicate.kind === 'not') return negated(atPath(path, predicate.part));
  const any = compilePath(path, predicate.leafArrays);
  const { test } = predicate;
  return { kind: 'field', path, test: predicate, matches: (document) => any(document, test) };
}

function parseTopLevel(name: string, value: unknown, context: FilterContext): FilterNode | undefined {
  switch (name) {
    case '$and':
      return allOf(parseList(name, value, context));
    case '$or':
      return anyOf(parseList(name, value, context));
    case '$nor':
      return noneOf(parseList(name, value, context));
    case '$comment':
      return undefined;
    case '$expr': {
      context.looksAtAll();
      const evaluate = compileExpression(value, {
        variables: context.settings.variables,
        textOrder: context.textOrder,
      });
      return { kind: 'other', matches: (document) => isTrue(evaluate(document)) };
    }
    case '$jsonSchema': {
      context.looksAtAll();
      return { kind: 'other', matches: compileJsonSchema(value) };
    }
    case '$text': {
      context.looksAtAll();
      const textQuery = parseText(value);
      context.text(textQuery);
      return { kind: 'other', matches: (document) => textQuery.matches(document) };
    }
    case '$sampleRate': {
      const rate = asNumber(value);
      if (rate === undefined || !(rate >= 0 && rate <= 1)) {
        throw new MongoError(2, '$sampleRate needs a number between 0 and 1');
      }
      return { kind: 'other', matches: () => Math.random() < rate };
    }
    case '$alwaysTrue':
      return { kind: 'and', children: [], matches: () => true };
    case '$alwaysFalse':
      return { kind: 'or', children: [], matches: () => false };
    case '$where':
      throw new MongoError(
        2,
        '$where is not supported: the embedded database runs no JavaScript of queries. Use $expr.',
      );
    default:
      throw new MongoError(
        2,
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function parseList(name: string, value: unknown, context: FilterContext): FilterNode[] {
  if (!Array.isArray(value)) throw new MongoError(2, `${name} must be an array`);
  if (value.length === 0) throw new MongoError(2, '$and/$or/$nor must be a nonempty array');
  return value.map((entry: unknown) => {
    if (!isDocument(entry)) throw new MongoError(2, '$or/$and/$nor entries need to be full objects');
    return parseFilter(entry, context.inner());
  });
}
