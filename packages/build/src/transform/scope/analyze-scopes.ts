import type * as ESTree from 'estree';
import { forEachChild, type Node, type Program } from '../syntax/nodes.js';
import {
  type BlockFunction,
  type Reference,
  type ReferenceRole,
  Scope,
  type Variable,
  type VariableKind,
} from './scope.js';

type AnyFunction = ESTree.FunctionDeclaration | ESTree.FunctionExpression | ESTree.ArrowFunctionExpression;

/** What one walk over a file finds; nodes in source order. */
export interface ScopeAnalysis {
  readonly program: Scope;
  readonly references: readonly Reference[];
  readonly blockFunctions: readonly BlockFunction[];
  /** `this` outside of every function and class. */
  readonly topLevelThis: readonly ESTree.ThisExpression[];
  /** `this` of sloppy functions that are called on the spot, as in `(function () { … })()`. */
  readonly immediateThis: readonly ImmediateThis[];
  readonly nestedImports: readonly NestedImport[];
  readonly importMetas: readonly ImportMetaUse[];
  readonly calls: readonly NamedCall[];
  /** Property accesses on `arguments` and on the names that a module is given by its surroundings. */
  readonly members: readonly NamedMember[];
  readonly dynamicImports: readonly ESTree.ImportExpression[];
  readonly withStatements: readonly ESTree.WithStatement[];
  readonly octals: readonly ESTree.Literal[];
  readonly calleeUses: readonly CalleeUse[];
  readonly deletedNames: readonly ESTree.UnaryExpression[];
  readonly duplicateParameters: readonly ESTree.Identifier[];
  /** Declared under names that strict code keeps for itself. */
  readonly reservedVariables: ReadonlySet<Variable>;
  /** Such names that nothing declares. */
  readonly reservedNames: ReadonlySet<string>;
  /** `var` declarations that reach the top level from anywhere, and `let`/`const` at the top level. */
  readonly programDeclarations: readonly ProgramDeclaration[];
  /** Function declarations that are the body of an `if` or of a label. */
  readonly bareFunctions: readonly ESTree.FunctionDeclaration[];
  readonly topLevelAwaits: readonly Node[];
  readonly topLevelReturns: readonly ESTree.ReturnStatement[];
  readonly identifierNames: ReadonlySet<string>;
  readonly hasUseStrict: boolean;
  readonly hasDecorators: boolean;
}

/** `this` of a function that is called on the spot. */
export interface ImmediateThis {
  readonly node: ESTree.ThisExpression;
  /** One of several alternatives, as in `typeof self === 'object' ? self : this`: code that is ready for `undefined`. */
  readonly guarded: boolean;
}

/** An `import` declaration below the top level. */
export interface NestedImport {
  readonly declaration: ESTree.ImportDeclaration;
  readonly scope: Scope;
  /** The statement list it is an item of, or the statement that has it as its body. */
  readonly parent: Node;
}

/** `import.meta` and the property read from it, if it is a plain one. */
export interface ImportMetaUse {
  readonly node: Node;
  readonly property: string | undefined;
}

/** A call of a free or declared name, or of a property of one, with the reference to that name. */
export interface NamedCall {
  readonly node: ESTree.SimpleCallExpression;
  readonly reference: Reference;
  /** `undefined` for `name(…)`, the property for `name.property(…)`. */
  readonly property: string | undefined;
}

export interface ProgramDeclaration {
  readonly node: ESTree.VariableDeclaration;
  /** Where it stands: an item of a statement list, the head of a `for`, of a `for … in`/`of`, or another statement's body. */
  readonly place: 'body' | 'for' | 'for-each' | 'list';
}

/** `name.property`, not computed. */
export interface NamedMember {
  readonly node: ESTree.MemberExpression;
  readonly reference: Reference;
  readonly property: string;
}

/** `arguments.callee` in sloppy code. */
export interface CalleeUse {
  readonly node: ESTree.MemberExpression;
  readonly scope: Scope;
}

/** Names whose property accesses matter. */
const MODULE_NAMES = new Set(['module', 'require', 'exports', 'Npm', 'arguments']);

const STRICT_RESERVED = new Set([
  'implements',
  'interface',
  'let',
  'package',
  'private',
  'protected',
  'public',
  'static',
  'yield',
  'await',
]);

/** Finds every declaration and every use of a name, and what sloppy code does that strict code cannot. */
export function analyzeScopes(program: Program): ScopeAnalysis {
  return new ScopeWalk(program).run();
}

class ScopeWalk {
  private readonly root: Program;
  private readonly program: Scope;
  private scope: Scope;
  private functionDepth = 0;
  private hasDecorators = false;
  private readonly immediate = new Set<Node>();
  private readonly immediateReceivers = new Set<Scope>();
  private readonly pendingCalls: { node: ESTree.SimpleCallExpression; name: Node; property: string | undefined }[] = [];
  private readonly pendingMembers: { node: ESTree.MemberExpression; name: Node; property: string }[] = [];
  private readonly referenceOf = new Map<Node, Reference>();

  private readonly references: Reference[] = [];
  private readonly blockFunctions: BlockFunction[] = [];
  private readonly topLevelThis: ESTree.ThisExpression[] = [];
  private readonly immediateThis: ImmediateThis[] = [];
  private readonly nestedImports: NestedImport[] = [];
  private readonly importMetas: ImportMetaUse[] = [];
  private readonly dynamicImports: ESTree.ImportExpression[] = [];
  private readonly withStatements: ESTree.WithStatement[] = [];
  private readonly octals: ESTree.Literal[] = [];
  private readonly calleeUses: CalleeUse[] = [];
  private readonly deletedNames: ESTree.UnaryExpression[] = [];
  private readonly duplicateParameters: ESTree.Identifier[] = [];
  private readonly reservedNames = new Set<string>();
  private readonly reservedVariables = new Set<Variable>();
  private readonly programDeclarations: ProgramDeclaration[] = [];
  private readonly bareFunctions: ESTree.FunctionDeclaration[] = [];
  private readonly topLevelAwaits: Node[] = [];
  private readonly topLevelReturns: ESTree.ReturnStatement[] = [];
  private readonly identifierNames = new Set<string>();

  constructor(root: Program) {
    this.root = root;
    this.program = new Scope('program', root, undefined, hasUseStrict(root.body));
    this.scope = this.program;
  }

  run(): ScopeAnalysis {
    this.visitList(this.root, this.root.body);
    this.resolve();
    return {
      program: this.program,
      references: this.references,
      blockFunctions: this.blockFunctions,
      topLevelThis: this.topLevelThis,
      immediateThis: this.immediateThis,
      nestedImports: this.nestedImports,
      importMetas: this.importMetas,
      calls: this.namedCalls(),
      members: this.namedMembers(),
      dynamicImports: this.dynamicImports,
      withStatements: this.withStatements,
      octals: this.octals,
      calleeUses: this.calleeUses,
      deletedNames: this.deletedNames,
      duplicateParameters: this.duplicateParameters,
      reservedVariables: this.reservedVariables,
      reservedNames: this.reservedNames,
      programDeclarations: this.programDeclarations,
      bareFunctions: this.bareFunctions,
      topLevelAwaits: this.topLevelAwaits,
      topLevelReturns: this.topLevelReturns,
      identifierNames: this.identifierNames,
      hasUseStrict: this.program.strict,
      hasDecorators: this.hasDecorators,
    };
  }

  private namedCalls(): NamedCall[] {
    const calls: NamedCall[] = [];
    for (const { node, name, property } of this.pendingCalls) {
      const reference = this.referenceOf.get(name);
      if (reference !== undefined) calls.push({ node, reference, property });
    }
    return calls;
  }

  private namedMembers(): NamedMember[] {
    const members: NamedMember[] = [];
    for (const { node, name, property } of this.pendingMembers) {
      const reference = this.referenceOf.get(name);
      if (reference !== undefined) members.push({ node, reference, property });
    }
    return members;
  }

  private within(scope: Scope, visit: () => void): void {
    const outer = this.scope;
    this.scope = scope;
    visit();
    this.scope = outer;
  }

  private visitAll(nodes: readonly (Node | null)[]): void {
    for (const node of nodes) if (node) this.visit(node);
  }

  /** Items of a statement list; rewrites of an item may put a semicolon in front of it. */
  private visitList(parent: Node, statements: readonly Node[]): void {
    for (const statement of statements) {
      if (statement.type === 'ImportDeclaration') {
        this.visitImport(statement, parent);
        continue;
      }
      const firstReference = this.references.length;
      if (statement.type === 'VariableDeclaration') this.visitVariableDeclaration(statement, 'list');
      else this.visit(statement);
      if (statement.type !== 'ExpressionStatement') continue;
      for (let index = firstReference; index < this.references.length; index++) {
        const reference = this.references[index];
        if (reference !== undefined && reference.node.start === statement.start) reference.statement = statement;
      }
    }
  }

  private visit(node: Node): void {
    switch (node.type) {
      case 'Identifier':
        this.refer(node, true, false);
        return;
      case 'Literal':
        this.visitLiteral(node);
        return;
      case 'ThisExpression':
        this.visitThis(node, false);
        return;
      case 'MemberExpression':
        this.visitMember(node);
        return;
      case 'CallExpression':
        this.visitCall(node);
        return;
      case 'TaggedTemplateExpression':
        if (node.tag.type === 'Identifier') this.refer(node.tag, true, false, 'tag');
        else this.visit(node.tag);
        this.visit(node.quasi);
        return;
      case 'BinaryExpression':
        this.visitBinary(node);
        return;
      case 'LogicalExpression':
      case 'ConditionalExpression':
        forEachChild(node, (child) => {
          if (child.type === 'ThisExpression') this.visitThis(child, true);
          else this.visit(child);
        });
        return;
      case 'Property':
        this.visitProperty(node);
        return;
      case 'AssignmentExpression':
        this.visitAssignment(node);
        return;
      case 'UpdateExpression':
        if (node.argument.type === 'Identifier') this.refer(node.argument, true, true);
        else this.visit(node.argument);
        return;
      case 'UnaryExpression':
        this.visitUnary(node);
        return;
      case 'VariableDeclaration':
        this.visitVariableDeclaration(node, 'body');
        return;
      case 'FunctionDeclaration':
        this.visitFunctionDeclaration(node as ESTree.FunctionDeclaration);
        return;
      case 'FunctionExpression':
        this.visitFunctionExpression(node);
        return;
      case 'ArrowFunctionExpression':
        this.visitFunction(node);
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.visitClass(node as ESTree.ClassDeclaration | ESTree.ClassExpression);
        return;
      case 'BlockStatement':
        this.within(new Scope('block', node, this.scope, this.scope.strict), () => this.visitList(node, node.body));
        return;
      case 'SwitchStatement':
        this.visit(node.discriminant);
        this.within(new Scope('block', node, this.scope, this.scope.strict), () => {
          for (const item of node.cases) {
            if (item.test) this.visit(item.test);
            this.visitList(item, item.consequent);
          }
        });
        return;
      case 'ForStatement':
        this.within(new Scope('for', node, this.scope, this.scope.strict), () => {
          if (node.init?.type === 'VariableDeclaration') this.visitVariableDeclaration(node.init, 'for');
          else if (node.init) this.visit(node.init);
          if (node.test) this.visit(node.test);
          if (node.update) this.visit(node.update);
          this.visitBody(node, node.body);
        });
        return;
      case 'ForInStatement':
      case 'ForOfStatement':
        this.visitForEach(node);
        return;
      case 'IfStatement':
        this.visit(node.test);
        this.visitBody(node, node.consequent);
        if (node.alternate) this.visitBody(node, node.alternate);
        return;
      case 'WhileStatement':
        this.visit(node.test);
        this.visitBody(node, node.body);
        return;
      case 'DoWhileStatement':
        this.visitBody(node, node.body);
        this.visit(node.test);
        return;
      case 'LabeledStatement':
        this.visitBody(node, node.body);
        return;
      case 'WithStatement':
        this.withStatements.push(node);
        this.visit(node.object);
        this.within(new Scope('with', node, this.scope, this.scope.strict), () => this.visitBody(node, node.body));
        return;
      case 'CatchClause':
        this.within(new Scope('catch', node, this.scope, this.scope.strict), () => {
          if (node.param) this.declarePattern(node.param, 'catch');
          this.visit(node.body);
        });
        return;
      case 'AwaitExpression':
        if (this.functionDepth === 0) this.topLevelAwaits.push(node);
        this.visit(node.argument);
        return;
      case 'ReturnStatement':
        if (this.functionDepth === 0) this.topLevelReturns.push(node);
        if (node.argument) this.visit(node.argument);
        return;
      case 'MetaProperty':
        if (node.meta.name === 'import') this.importMetas.push({ node, property: undefined });
        return;
      case 'ImportExpression':
        this.dynamicImports.push(node);
        forEachChild(node, (child) => this.visit(child));
        return;
      case 'ImportDeclaration':
        this.visitImport(node, this.root);
        return;
      case 'ExportNamedDeclaration':
        if (node.declaration?.type === 'VariableDeclaration') this.visitVariableDeclaration(node.declaration, 'list');
        else if (node.declaration) this.visit(node.declaration);
        if (!node.source) {
          for (const { local } of node.specifiers) {
            if (local.type === 'Identifier') this.refer(local, true, false, 'export');
          }
        }
        return;
      case 'ExportAllDeclaration':
        return;
      default:
        forEachChild(node, (child) => this.visit(child));
    }
  }

  /** The body of a statement that is not a statement list: `if (x) import 'y'` has its import here. */
  private visitBody(parent: Node, body: Node): void {
    if (body.type === 'ImportDeclaration') this.visitImport(body, parent);
    else if (body.type === 'FunctionDeclaration') {
      // `if (x) function f() {}`: as if it stood in a block.
      this.bareFunctions.push(body as ESTree.FunctionDeclaration);
      const block = new Scope('block', body, this.scope, this.scope.strict);
      this.within(block, () => this.visit(body));
    } else this.visit(body);
  }

  private visitImport(node: ESTree.ImportDeclaration, parent: Node): void {
    if (parent.type !== 'Program') {
      this.nestedImports.push({ declaration: node, scope: this.scope, parent });
    }
    for (const specifier of node.specifiers) this.declare(specifier.local, 'import', this.scope);
  }

  private visitLiteral(node: ESTree.Literal): void {
    if (this.scope.strict) return;
    const raw = node.raw ?? '';
    if (typeof node.value === 'number' ? /^0\d/.test(raw) : typeof node.value === 'string' && hasLegacyEscape(raw)) {
      this.octals.push(node);
    }
  }

  private visitThis(node: ESTree.ThisExpression, guarded: boolean): void {
    const receiver = this.scope.receiver;
    if (receiver === this.program) this.topLevelThis.push(node);
    else if (this.immediateReceivers.has(receiver)) this.immediateThis.push({ node, guarded });
  }

  private visitMember(node: ESTree.MemberExpression): void {
    const { object, property } = node;
    if (object.type === 'MetaProperty' && object.meta.name === 'import') {
      const name = !node.computed && property.type === 'Identifier' ? property.name : undefined;
      this.importMetas.push({ node: name === undefined ? object : node, property: name });
    } else {
      if (
        object.type === 'Identifier' &&
        property.type === 'Identifier' &&
        !node.computed &&
        MODULE_NAMES.has(object.name)
      ) {
        this.pendingMembers.push({ node, name: object, property: property.name });
      }
      this.visit(object);
    }
    if (node.computed) this.visit(property);
    else if (
      property.type === 'Identifier' &&
      property.name === 'callee' &&
      object.type === 'Identifier' &&
      object.name === 'arguments' &&
      !this.scope.strict
    ) {
      this.calleeUses.push({ node, scope: this.scope });
    }
  }

  private visitCall(node: ESTree.SimpleCallExpression): void {
    const { callee } = node;
    if (callee.type === 'Identifier') {
      this.refer(callee, true, false, 'callee');
      this.pendingCalls.push({ node, name: callee, property: undefined });
    } else {
      if (callee.type === 'FunctionExpression') this.immediate.add(callee);
      if (
        callee.type === 'MemberExpression' &&
        !callee.computed &&
        callee.object.type === 'Identifier' &&
        callee.property.type === 'Identifier'
      ) {
        this.pendingCalls.push({ node, name: callee.object, property: callee.property.name });
      }
      this.visit(callee);
    }
    this.visitAll(node.arguments);
  }

  private visitProperty(node: ESTree.Property): void {
    if (node.computed) this.visit(node.key);
    if (node.shorthand && node.value.type === 'Identifier') {
      this.refer(node.value, true, false).shorthand = true;
    } else {
      this.visit(node.value);
    }
  }

  private visitUnary(node: ESTree.UnaryExpression): void {
    const { argument, operator } = node;
    if (argument.type !== 'Identifier') {
      this.visit(argument);
      return;
    }
    const role = operator === 'typeof' || operator === 'delete' ? operator : undefined;
    this.refer(argument, true, false, role);
    if (role === 'delete' && !this.scope.strict) this.deletedNames.push(node);
  }

  /** Long sums of strings are deep trees on their left side, deeper than the stack may be. */
  private visitBinary(node: ESTree.BinaryExpression): void {
    const rights: Node[] = [];
    let left: Node = node;
    while (left.type === 'BinaryExpression') {
      rights.push(left.right);
      left = left.left;
    }
    this.visit(left);
    for (const right of rights.reverse()) this.visit(right);
  }

  private visitAssignment(node: ESTree.AssignmentExpression): void {
    const { left, right, operator } = node;
    if (left.type === 'Identifier') {
      const reference = this.refer(left, operator !== '=', true);
      const names = operator === '=' || operator === '&&=' || operator === '||=' || operator === '??=';
      if (names && isAnonymousFunction(right)) reference.namedValue = right;
    } else if (left.type === 'ArrayPattern' || left.type === 'ObjectPattern') {
      this.assignPattern(left);
    } else {
      this.visit(left);
    }
    this.visit(right);
  }

  private noteProgramDeclaration(node: ESTree.VariableDeclaration, place: ProgramDeclaration['place']): void {
    const scope = node.kind === 'var' ? this.scope.host : this.scope;
    if (scope === this.program) this.programDeclarations.push({ node, place });
  }

  private visitVariableDeclaration(node: ESTree.VariableDeclaration, place: ProgramDeclaration['place']): void {
    this.noteProgramDeclaration(node, place);
    if (node.kind === 'await using' && this.functionDepth === 0) this.topLevelAwaits.push(node);
    const kind = node.kind === 'var' || node.kind === 'let' ? node.kind : 'const';
    for (const declarator of node.declarations) {
      this.declarePattern(declarator.id, kind, declarator.init ?? undefined);
      if (declarator.init) this.visit(declarator.init);
    }
  }

  private visitForEach(node: ESTree.ForInStatement | ESTree.ForOfStatement): void {
    if (node.type === 'ForOfStatement' && node.await && this.functionDepth === 0) this.topLevelAwaits.push(node);
    this.within(new Scope('for', node, this.scope, this.scope.strict), () => {
      const { left } = node;
      if (left.type === 'VariableDeclaration') {
        this.noteProgramDeclaration(left, 'for-each');
        const kind = left.kind === 'var' || left.kind === 'let' ? left.kind : 'const';
        for (const { id, init } of left.declarations) {
          this.declarePattern(id, kind);
          if (init) this.visit(init);
        }
      } else {
        this.assignPattern(left, 'for-head');
      }
      this.visit(node.right);
      this.visitBody(node, node.body);
    });
  }

  /** Declares the names of a binding pattern; defaults and computed keys in it are expressions. */
  private declarePattern(pattern: Node, kind: VariableKind, init?: Node): void {
    switch (pattern.type) {
      case 'Identifier': {
        const host = kind === 'var' ? this.scope.host : this.scope;
        const variable = this.declare(pattern, kind, host);
        const reference = this.refer(pattern, false, true, 'declaration');
        if (init !== undefined && isAnonymousFunction(init)) reference.namedValue = init;
        reference.variable = variable;
        return;
      }
      case 'ObjectPattern':
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') {
            this.declarePattern(property.argument, kind);
            continue;
          }
          if (property.computed) this.visit(property.key);
          const first = this.references.length;
          this.declarePattern(property.value, kind);
          const reference = this.references[first];
          if (property.shorthand && reference !== undefined) reference.shorthand = true;
        }
        return;
      case 'ArrayPattern':
        for (const element of pattern.elements) if (element) this.declarePattern(element, kind);
        return;
      case 'AssignmentPattern':
        this.declarePattern(pattern.left, kind, pattern.right);
        this.visit(pattern.right);
        return;
      case 'RestElement':
        this.declarePattern(pattern.argument, kind);
        return;
      default:
        this.visit(pattern);
    }
  }

  /** Writes to the names of an assignment pattern. */
  private assignPattern(pattern: Node, role?: ReferenceRole, value?: Node): void {
    switch (pattern.type) {
      case 'Identifier': {
        const reference = this.refer(pattern, false, true, role);
        if (value !== undefined && isAnonymousFunction(value)) reference.namedValue = value;
        return;
      }
      case 'ObjectPattern':
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') {
            this.assignPattern(property.argument);
            continue;
          }
          if (property.computed) this.visit(property.key);
          const first = this.references.length;
          this.assignPattern(property.value);
          const reference = this.references[first];
          if (property.shorthand && reference !== undefined) reference.shorthand = true;
        }
        return;
      case 'ArrayPattern':
        for (const element of pattern.elements) if (element) this.assignPattern(element);
        return;
      case 'AssignmentPattern':
        this.assignPattern(pattern.left, role, pattern.right);
        this.visit(pattern.right);
        return;
      case 'RestElement':
        this.assignPattern(pattern.argument);
        return;
      default:
        this.visit(pattern);
    }
  }

  private visitFunctionDeclaration(node: ESTree.FunctionDeclaration): void {
    // `export default function () {}` has no name.
    if (node.id) {
      this.declare(node.id, 'function', this.scope);
      const { scope } = this;
      const inBlock = scope !== scope.host;
      if (inBlock && !scope.strict && !node.async && !node.generator) this.addBlockFunction(node);
    }
    this.visitFunction(node);
  }

  private addBlockFunction(declaration: ESTree.FunctionDeclaration): void {
    const { host } = this.scope;
    const { name } = declaration.id;
    const entry: BlockFunction = { name, declaration, block: this.scope, host, usedOutside: false };
    this.blockFunctions.push(entry);
    host.blockFunctions ??= new Map();
    const sameName = host.blockFunctions.get(name);
    if (sameName === undefined) host.blockFunctions.set(name, [entry]);
    else sameName.push(entry);
  }

  private visitFunctionExpression(node: ESTree.FunctionExpression): void {
    if (!node.id) {
      this.visitFunction(node);
      return;
    }
    const { id } = node;
    this.within(new Scope('expression-name', node, this.scope, this.scope.strict), () => {
      this.declare(id, 'expression-name', this.scope);
      this.visitFunction(node);
    });
  }

  private visitFunction(node: AnyFunction): void {
    const isArrow = node.type === 'ArrowFunctionExpression';
    const strict = this.scope.strict || (node.body.type === 'BlockStatement' && hasUseStrict(node.body.body));
    const scope = new Scope('function', node, this.scope, strict, isArrow);
    if (this.immediate.has(node) && !strict) this.immediateReceivers.add(scope);
    const isSimple = node.params.every((parameter) => parameter.type === 'Identifier');
    this.functionDepth++;
    this.within(scope, () => {
      for (const parameter of node.params) {
        if (parameter.type === 'Identifier' && scope.variables.has(parameter.name)) {
          this.duplicateParameters.push(parameter);
        }
        this.declarePattern(parameter, 'parameter');
      }
      const { body } = node;
      if (body.type !== 'BlockStatement') this.visit(body);
      else if (isSimple) this.visitList(body, body.body);
      else {
        this.within(new Scope('function-body', body, this.scope, strict), () => this.visitList(body, body.body));
      }
    });
    this.functionDepth--;
  }

  private visitClass(node: ESTree.ClassDeclaration | ESTree.ClassExpression): void {
    this.noteDecorators(node);
    if (node.type === 'ClassDeclaration' && node.id) this.declare(node.id, 'class', this.scope);
    const { id } = node;
    this.within(new Scope('class', node, this.scope, true), () => {
      if (id) this.declare(id, 'expression-name', this.scope);
      if (node.superClass) this.visit(node.superClass);
      for (const member of node.body.body) this.visitClassMember(member);
    });
  }

  /** Decorators are only found: such a file is compiled and analyzed again. */
  private noteDecorators(node: Node): void {
    const { decorators } = node as { decorators?: unknown[] };
    if (decorators !== undefined && decorators.length > 0) this.hasDecorators = true;
  }

  private visitClassMember(member: ESTree.ClassBody['body'][number]): void {
    this.noteDecorators(member);
    if (member.type === 'StaticBlock') {
      this.functionDepth++;
      this.within(new Scope('class-member', member, this.scope, true), () => this.visitList(member, member.body));
      this.functionDepth--;
      return;
    }
    if (member.computed) this.visit(member.key);
    const { value } = member;
    if (!value) return;
    if (member.type === 'MethodDefinition') {
      this.visit(value);
      return;
    }
    this.functionDepth++;
    this.within(new Scope('class-member', member, this.scope, true), () => this.visit(value));
    this.functionDepth--;
  }

  private declare(identifier: ESTree.Identifier, kind: VariableKind, scope: Scope) {
    this.identifierNames.add(identifier.name);
    const variable = scope.declare(identifier.name, kind, identifier);
    if (STRICT_RESERVED.has(identifier.name) && !scope.strict) this.reservedVariables.add(variable);
    return variable;
  }

  private refer(node: ESTree.Identifier, read: boolean, write: boolean, role?: ReferenceRole): Reference {
    this.identifierNames.add(node.name);
    const reference: Reference = {
      name: node.name,
      node,
      scope: this.scope,
      read,
      write,
      variable: undefined,
      shorthand: false,
      role,
      namedValue: undefined,
      statement: undefined,
    };
    this.references.push(reference);
    this.referenceOf.set(node, reference);
    return reference;
  }

  private resolve(): void {
    for (const reference of this.references) {
      reference.variable ??= this.lookUp(reference);
      const { variable, name, scope } = reference;
      if (variable !== undefined) variable.references.push(reference);
      else if (!scope.strict && STRICT_RESERVED.has(name)) this.reservedNames.add(name);
    }
  }

  private lookUp(reference: Reference) {
    const { name } = reference;
    for (let scope: Scope | undefined = reference.scope; scope !== undefined; scope = scope.parent) {
      const variable = scope.variables.get(name);
      const blockFunctions = scope.blockFunctions?.get(name);
      if (blockFunctions !== undefined && (variable === undefined || isVarLike(variable.kind))) {
        let visible = false;
        for (const entry of blockFunctions) {
          if (entry.block.contains(reference.scope) || isShadowed(entry)) continue;
          entry.usedOutside = true;
          visible = true;
        }
        if (variable !== undefined) return variable;
        if (!visible) continue;
        return scope.declare(name, 'annex-b', blockFunctions[0]?.declaration.id as ESTree.Identifier);
      }
      if (variable !== undefined) return variable;
      if (name === 'arguments' && scope.kind === 'function' && scope.receiver === scope) {
        return scope.declare(name, 'arguments', reference.node);
      }
    }
    return undefined;
  }
}

/** Whether a `let` or the like between the block and the function keeps the name inside. */
function isShadowed({ block, host, name }: BlockFunction): boolean {
  for (let scope = block.parent; scope !== undefined && scope !== host; scope = scope.parent) {
    if (scope.variables.has(name)) return true;
  }
  return false;
}

function isVarLike(kind: VariableKind): boolean {
  return kind === 'var' || kind === 'function' || kind === 'annex-b';
}

function hasUseStrict(body: readonly Node[]): boolean {
  for (const statement of body) {
    if (statement.type !== 'ExpressionStatement' || !('directive' in statement)) return false;
    if (statement.directive === 'use strict') return true;
  }
  return false;
}

function isAnonymousFunction(node: Node): boolean {
  if (node.type === 'ArrowFunctionExpression') return true;
  return (node.type === 'FunctionExpression' || node.type === 'ClassExpression') && !node.id;
}

/** Whether a string literal has an escape that only sloppy code may have: `\1`, `\01`, `\8`; a lone `\0` is fine. */
export function hasLegacyEscape(raw: string): boolean {
  for (let index = raw.indexOf('\\'); index !== -1; index = raw.indexOf('\\', index + 2)) {
    const digit = raw[index + 1] ?? '';
    if (digit < '0' || digit > '9') continue;
    const next = raw[index + 2] ?? '';
    if (digit !== '0' || (next >= '0' && next <= '9')) return true;
  }
  return false;
}
