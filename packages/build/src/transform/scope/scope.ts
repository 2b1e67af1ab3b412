import type * as ESTree from 'estree';
import type { Node } from '../syntax/nodes.js';

export type ScopeKind =
  | 'block'
  | 'catch'
  | 'class'
  | 'class-member'
  | 'expression-name'
  | 'for'
  | 'function'
  | 'function-body'
  | 'program'
  | 'with';

export type VariableKind =
  | 'annex-b'
  | 'arguments'
  | 'catch'
  | 'class'
  | 'const'
  | 'expression-name'
  | 'function'
  | 'import'
  | 'let'
  | 'parameter'
  | 'var';

/** A binding of a name in one scope. */
export interface Variable {
  readonly name: string;
  readonly kind: VariableKind;
  readonly scope: Scope;
  /** The identifiers that declare it; several for repeated `var` and `function`. */
  readonly identifiers: ESTree.Identifier[];
  /** How each of `identifiers` declares it. */
  readonly kinds: VariableKind[];
  readonly references: Reference[];
}

/** A use of a name: a read, a write, or both (`x += 1`, `x++`). */
export interface Reference {
  readonly name: string;
  readonly node: ESTree.Identifier;
  readonly scope: Scope;
  readonly read: boolean;
  readonly write: boolean;
  /** Filled in when the whole file is known; undefined for a free name. */
  variable: Variable | undefined;
  /** `{ x }` in an object or a pattern: the name stands for key and value. */
  shorthand: boolean;
  /** What stands around it, where a rewrite has to know. */
  role: ReferenceRole | undefined;
  /** The anonymous function or class that gets this name because it is assigned to it. */
  namedValue: Node | undefined;
  /** The statement that starts with this name, if it is an item of a statement list. */
  statement: Node | undefined;
}

export type ReferenceRole = 'callee' | 'declaration' | 'delete' | 'export' | 'for-head' | 'tag' | 'typeof';

/** A function declaration in a block of sloppy code: such a name is visible in the whole function too. */
export interface BlockFunction {
  readonly name: string;
  readonly declaration: ESTree.FunctionDeclaration;
  readonly block: Scope;
  readonly host: Scope;
  /** True once something outside of the block is found to use the name. */
  usedOutside: boolean;
}

export class Scope {
  readonly kind: ScopeKind;
  readonly parent: Scope | undefined;
  readonly node: Node;
  readonly strict: boolean;
  /** The scope where `var` declarations made here end up. */
  readonly host: Scope;
  /** The scope that gives `this` and `arguments`: a function that is no arrow, a class member, or the program. */
  readonly receiver: Scope;
  readonly variables = new Map<string, Variable>();
  /** Functions declared in blocks below, by name; only for hosts in sloppy code. */
  blockFunctions: Map<string, BlockFunction[]> | undefined;

  constructor(kind: ScopeKind, node: Node, parent: Scope | undefined, strict: boolean, isArrow = false) {
    this.kind = kind;
    this.node = node;
    this.parent = parent;
    this.strict = strict;
    const isHost = kind === 'program' || kind === 'function' || kind === 'function-body' || kind === 'class-member';
    this.host = isHost || parent === undefined ? this : parent.host;
    const isReceiver = kind === 'program' || kind === 'class-member' || (kind === 'function' && !isArrow);
    this.receiver = isReceiver || parent === undefined ? this : parent.receiver;
  }

  declare(name: string, kind: VariableKind, identifier: ESTree.Identifier): Variable {
    const known = this.variables.get(name);
    if (known !== undefined) {
      known.identifiers.push(identifier);
      known.kinds.push(kind);
      return known;
    }
    const variable: Variable = { name, kind, scope: this, identifiers: [identifier], kinds: [kind], references: [] };
    this.variables.set(name, variable);
    return variable;
  }

  /** Whether `inner` is this scope or lies within it. */
  contains(inner: Scope): boolean {
    for (let scope: Scope | undefined = inner; scope !== undefined; scope = scope.parent) {
      if (scope === this) return true;
    }
    return false;
  }
}
