import type * as ESTree from 'estree';

// The parser puts offsets (UTF-16 code units) on every node.
declare module 'estree' {
  interface BaseNodeWithoutComments {
    start: number;
    end: number;
  }
}

export type Node = ESTree.Node;
export type Program = ESTree.Program;

/** The child fields of every node type, in source order, for walks that do not care which node it is. */
export const CHILD_KEYS: Readonly<Record<string, readonly string[]>> = {
  ArrayExpression: ['elements'],
  ArrayPattern: ['elements'],
  ArrowFunctionExpression: ['params', 'body'],
  AssignmentExpression: ['left', 'right'],
  AssignmentPattern: ['left', 'right'],
  AwaitExpression: ['argument'],
  BinaryExpression: ['left', 'right'],
  BlockStatement: ['body'],
  BreakStatement: [],
  CallExpression: ['callee', 'arguments'],
  CatchClause: ['param', 'body'],
  ChainExpression: ['expression'],
  ClassBody: ['body'],
  ClassDeclaration: ['decorators', 'id', 'superClass', 'body'],
  ClassExpression: ['decorators', 'id', 'superClass', 'body'],
  ConditionalExpression: ['test', 'consequent', 'alternate'],
  ContinueStatement: [],
  DebuggerStatement: [],
  Decorator: ['expression'],
  DoWhileStatement: ['body', 'test'],
  EmptyStatement: [],
  ExportAllDeclaration: [],
  ExportDefaultDeclaration: ['declaration'],
  ExportNamedDeclaration: ['declaration', 'specifiers'],
  ExportSpecifier: [],
  ExpressionStatement: ['expression'],
  ForInStatement: ['left', 'right', 'body'],
  ForOfStatement: ['left', 'right', 'body'],
  ForStatement: ['init', 'test', 'update', 'body'],
  FunctionDeclaration: ['id', 'params', 'body'],
  FunctionExpression: ['id', 'params', 'body'],
  Identifier: [],
  IfStatement: ['test', 'consequent', 'alternate'],
  ImportDeclaration: ['specifiers'],
  ImportExpression: ['source', 'options'],
  LabeledStatement: ['body'],
  Literal: [],
  LogicalExpression: ['left', 'right'],
  MemberExpression: ['object', 'property'],
  MetaProperty: [],
  MethodDefinition: ['decorators', 'key', 'value'],
  NewExpression: ['callee', 'arguments'],
  ObjectExpression: ['properties'],
  ObjectPattern: ['properties'],
  PrivateIdentifier: [],
  Program: ['body'],
  Property: ['key', 'value'],
  PropertyDefinition: ['decorators', 'key', 'value'],
  RestElement: ['argument'],
  ReturnStatement: ['argument'],
  SequenceExpression: ['expressions'],
  SpreadElement: ['argument'],
  StaticBlock: ['body'],
  Super: [],
  SwitchCase: ['test', 'consequent'],
  SwitchStatement: ['discriminant', 'cases'],
  TaggedTemplateExpression: ['tag', 'quasi'],
  TemplateElement: [],
  TemplateLiteral: ['quasis', 'expressions'],
  ThisExpression: [],
  ThrowStatement: ['argument'],
  TryStatement: ['block', 'handler', 'finalizer'],
  UnaryExpression: ['argument'],
  UpdateExpression: ['argument'],
  VariableDeclaration: ['declarations'],
  VariableDeclarator: ['id', 'init'],
  WhileStatement: ['test', 'body'],
  WithStatement: ['object', 'body'],
  YieldExpression: ['argument'],
};

/** Calls `visit` for each direct child node. */
export function forEachChild(node: Node, visit: (child: Node) => void): void {
  const keys = CHILD_KEYS[node.type];
  if (keys === undefined) return;
  const fields = node as unknown as Record<string, Node | (Node | null)[] | null | undefined>;
  for (const key of keys) {
    const value = fields[key];
    if (!value) continue;
    if (Array.isArray(value)) {
      for (const item of value) if (item) visit(item);
    } else {
      visit(value);
    }
  }
}
