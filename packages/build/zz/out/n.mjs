// n.ts
import { readFileSync, readdirSync } from "node:fs";

// ../src/transform/needs-sloppy-mode.ts
import { parseSync } from "rolldown/utils";

// ../src/transform/syntax/nodes.ts
var CHILD_KEYS = {
  ArrayExpression: ["elements"],
  ArrayPattern: ["elements"],
  ArrowFunctionExpression: ["params", "body"],
  AssignmentExpression: ["left", "right"],
  AssignmentPattern: ["left", "right"],
  AwaitExpression: ["argument"],
  BinaryExpression: ["left", "right"],
  BlockStatement: ["body"],
  BreakStatement: [],
  CallExpression: ["callee", "arguments"],
  CatchClause: ["param", "body"],
  ChainExpression: ["expression"],
  ClassBody: ["body"],
  ClassDeclaration: ["decorators", "id", "superClass", "body"],
  ClassExpression: ["decorators", "id", "superClass", "body"],
  ConditionalExpression: ["test", "consequent", "alternate"],
  ContinueStatement: [],
  DebuggerStatement: [],
  Decorator: ["expression"],
  DoWhileStatement: ["body", "test"],
  EmptyStatement: [],
  ExportAllDeclaration: [],
  ExportDefaultDeclaration: ["declaration"],
  ExportNamedDeclaration: ["declaration", "specifiers"],
  ExportSpecifier: [],
  ExpressionStatement: ["expression"],
  ForInStatement: ["left", "right", "body"],
  ForOfStatement: ["left", "right", "body"],
  ForStatement: ["init", "test", "update", "body"],
  FunctionDeclaration: ["id", "params", "body"],
  FunctionExpression: ["id", "params", "body"],
  Identifier: [],
  IfStatement: ["test", "consequent", "alternate"],
  ImportDeclaration: ["specifiers"],
  ImportExpression: ["source", "options"],
  LabeledStatement: ["body"],
  Literal: [],
  LogicalExpression: ["left", "right"],
  MemberExpression: ["object", "property"],
  MetaProperty: [],
  MethodDefinition: ["decorators", "key", "value"],
  NewExpression: ["callee", "arguments"],
  ObjectExpression: ["properties"],
  ObjectPattern: ["properties"],
  PrivateIdentifier: [],
  Program: ["body"],
  Property: ["key", "value"],
  PropertyDefinition: ["decorators", "key", "value"],
  RestElement: ["argument"],
  ReturnStatement: ["argument"],
  SequenceExpression: ["expressions"],
  SpreadElement: ["argument"],
  StaticBlock: ["body"],
  Super: [],
  SwitchCase: ["test", "consequent"],
  SwitchStatement: ["discriminant", "cases"],
  TaggedTemplateExpression: ["tag", "quasi"],
  TemplateElement: [],
  TemplateLiteral: ["quasis", "expressions"],
  ThisExpression: [],
  ThrowStatement: ["argument"],
  TryStatement: ["block", "handler", "finalizer"],
  UnaryExpression: ["argument"],
  UpdateExpression: ["argument"],
  VariableDeclaration: ["declarations"],
  VariableDeclarator: ["id", "init"],
  WhileStatement: ["test", "body"],
  WithStatement: ["object", "body"],
  YieldExpression: ["argument"]
};
function forEachChild(node, visit) {
  const keys = CHILD_KEYS[node.type];
  if (keys === undefined)
    return;
  const fields = node;
  for (const key of keys) {
    const value = fields[key];
    if (!value)
      continue;
    if (Array.isArray(value)) {
      for (const item of value)
        if (item)
          visit(item);
    } else {
      visit(value);
    }
  }
}

// ../src/transform/scope/scope.ts
class Scope {
  kind;
  parent;
  node;
  strict;
  host;
  receiver;
  variables = new Map;
  blockFunctions;
  constructor(kind, node, parent, strict, isArrow = false) {
    this.kind = kind;
    this.node = node;
    this.parent = parent;
    this.strict = strict;
    const isHost = kind === "program" || kind === "function" || kind === "function-body" || kind === "class-member";
    this.host = isHost || parent === undefined ? this : parent.host;
    const isReceiver = kind === "program" || kind === "class-member" || kind === "function" && !isArrow;
    this.receiver = isReceiver || parent === undefined ? this : parent.receiver;
  }
  declare(name, kind, identifier) {
    const known = this.variables.get(name);
    if (known !== undefined) {
      known.identifiers.push(identifier);
      known.kinds.push(kind);
      return known;
    }
    const variable = { name, kind, scope: this, identifiers: [identifier], kinds: [kind], references: [] };
    this.variables.set(name, variable);
    return variable;
  }
  contains(inner) {
    for (let scope = inner;scope !== undefined; scope = scope.parent) {
      if (scope === this)
        return true;
    }
    return false;
  }
}

// ../src/transform/scope/analyze-scopes.ts
var MODULE_NAMES = new Set(["module", "require", "exports", "Npm", "arguments"]);
var STRICT_RESERVED = new Set([
  "implements",
  "interface",
  "let",
  "package",
  "private",
  "protected",
  "public",
  "static",
  "yield",
  "await"
]);
function analyzeScopes(program) {
  return new ScopeWalk(program).run();
}

class ScopeWalk {
  root;
  program;
  scope;
  functionDepth = 0;
  immediate = new Set;
  immediateReceivers = new Set;
  pendingCalls = [];
  pendingMembers = [];
  referenceOf = new Map;
  references = [];
  blockFunctions = [];
  topLevelThis = [];
  immediateThis = [];
  nestedImports = [];
  importMetas = [];
  dynamicImports = [];
  withStatements = [];
  octals = [];
  calleeUses = [];
  deletedNames = [];
  duplicateParameters = [];
  reservedVariables = new Set;
  programDeclarations = [];
  bareFunctions = [];
  topLevelAwaits = [];
  topLevelReturns = [];
  identifierNames = new Set;
  constructor(root) {
    this.root = root;
    this.program = new Scope("program", root, undefined, hasUseStrict(root.body));
    this.scope = this.program;
  }
  run() {
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
      programDeclarations: this.programDeclarations,
      bareFunctions: this.bareFunctions,
      topLevelAwaits: this.topLevelAwaits,
      topLevelReturns: this.topLevelReturns,
      identifierNames: this.identifierNames,
      hasUseStrict: this.program.strict
    };
  }
  namedCalls() {
    const calls = [];
    for (const { node, name, property } of this.pendingCalls) {
      const reference = this.referenceOf.get(name);
      if (reference !== undefined)
        calls.push({ node, reference, property });
    }
    return calls;
  }
  namedMembers() {
    const members = [];
    for (const { node, name, property } of this.pendingMembers) {
      const reference = this.referenceOf.get(name);
      if (reference !== undefined)
        members.push({ node, reference, property });
    }
    return members;
  }
  within(scope, visit) {
    const outer = this.scope;
    this.scope = scope;
    visit();
    this.scope = outer;
  }
  visitAll(nodes) {
    for (const node of nodes)
      if (node)
        this.visit(node);
  }
  visitList(parent, statements) {
    for (const statement of statements) {
      if (statement.type === "ImportDeclaration") {
        this.visitImport(statement, parent);
        continue;
      }
      const firstReference = this.references.length;
      if (statement.type === "VariableDeclaration")
        this.visitVariableDeclaration(statement, "list");
      else
        this.visit(statement);
      if (statement.type !== "ExpressionStatement")
        continue;
      for (let index = firstReference;index < this.references.length; index++) {
        const reference = this.references[index];
        if (reference !== undefined && reference.node.start === statement.start)
          reference.statement = statement;
      }
    }
  }
  visit(node) {
    switch (node.type) {
      case "Identifier":
        this.refer(node, true, false);
        return;
      case "Literal":
        this.visitLiteral(node);
        return;
      case "ThisExpression":
        this.visitThis(node, false);
        return;
      case "MemberExpression":
        this.visitMember(node);
        return;
      case "CallExpression":
        this.visitCall(node);
        return;
      case "TaggedTemplateExpression":
        if (node.tag.type === "Identifier")
          this.refer(node.tag, true, false, "tag");
        else
          this.visit(node.tag);
        this.visit(node.quasi);
        return;
      case "LogicalExpression":
      case "ConditionalExpression":
        forEachChild(node, (child) => {
          if (child.type === "ThisExpression")
            this.visitThis(child, true);
          else
            this.visit(child);
        });
        return;
      case "Property":
        this.visitProperty(node);
        return;
      case "AssignmentExpression":
        this.visitAssignment(node);
        return;
      case "UpdateExpression":
        if (node.argument.type === "Identifier")
          this.refer(node.argument, true, true);
        else
          this.visit(node.argument);
        return;
      case "UnaryExpression":
        this.visitUnary(node);
        return;
      case "VariableDeclaration":
        this.visitVariableDeclaration(node, "body");
        return;
      case "FunctionDeclaration":
        this.visitFunctionDeclaration(node);
        return;
      case "FunctionExpression":
        this.visitFunctionExpression(node);
        return;
      case "ArrowFunctionExpression":
        this.visitFunction(node);
        return;
      case "ClassDeclaration":
      case "ClassExpression":
        this.visitClass(node);
        return;
      case "BlockStatement":
        this.within(new Scope("block", node, this.scope, this.scope.strict), () => this.visitList(node, node.body));
        return;
      case "SwitchStatement":
        this.visit(node.discriminant);
        this.within(new Scope("block", node, this.scope, this.scope.strict), () => {
          for (const item of node.cases) {
            if (item.test)
              this.visit(item.test);
            this.visitList(item, item.consequent);
          }
        });
        return;
      case "ForStatement":
        this.within(new Scope("for", node, this.scope, this.scope.strict), () => {
          if (node.init?.type === "VariableDeclaration")
            this.visitVariableDeclaration(node.init, "for");
          else if (node.init)
            this.visit(node.init);
          if (node.test)
            this.visit(node.test);
          if (node.update)
            this.visit(node.update);
          this.visitBody(node, node.body);
        });
        return;
      case "ForInStatement":
      case "ForOfStatement":
        this.visitForEach(node);
        return;
      case "IfStatement":
        this.visit(node.test);
        this.visitBody(node, node.consequent);
        if (node.alternate)
          this.visitBody(node, node.alternate);
        return;
      case "WhileStatement":
        this.visit(node.test);
        this.visitBody(node, node.body);
        return;
      case "DoWhileStatement":
        this.visitBody(node, node.body);
        this.visit(node.test);
        return;
      case "LabeledStatement":
        this.visitBody(node, node.body);
        return;
      case "WithStatement":
        this.withStatements.push(node);
        this.visit(node.object);
        this.within(new Scope("with", node, this.scope, this.scope.strict), () => this.visitBody(node, node.body));
        return;
      case "CatchClause":
        this.within(new Scope("catch", node, this.scope, this.scope.strict), () => {
          if (node.param)
            this.declarePattern(node.param, "catch");
          this.visit(node.body);
        });
        return;
      case "AwaitExpression":
        if (this.functionDepth === 0)
          this.topLevelAwaits.push(node);
        this.visit(node.argument);
        return;
      case "ReturnStatement":
        if (this.functionDepth === 0)
          this.topLevelReturns.push(node);
        if (node.argument)
          this.visit(node.argument);
        return;
      case "MetaProperty":
        if (node.meta.name === "import")
          this.importMetas.push({ node, property: undefined });
        return;
      case "ImportExpression":
        this.dynamicImports.push(node);
        forEachChild(node, (child) => this.visit(child));
        return;
      case "ImportDeclaration":
        this.visitImport(node, this.root);
        return;
      case "ExportNamedDeclaration":
        if (node.declaration?.type === "VariableDeclaration")
          this.visitVariableDeclaration(node.declaration, "list");
        else if (node.declaration)
          this.visit(node.declaration);
        if (!node.source) {
          for (const { local } of node.specifiers) {
            if (local.type === "Identifier")
              this.refer(local, true, false, "export");
          }
        }
        return;
      case "ExportAllDeclaration":
        return;
      default:
        forEachChild(node, (child) => this.visit(child));
    }
  }
  visitBody(parent, body) {
    if (body.type === "ImportDeclaration")
      this.visitImport(body, parent);
    else if (body.type === "FunctionDeclaration") {
      this.bareFunctions.push(body);
      const block = new Scope("block", body, this.scope, this.scope.strict);
      this.within(block, () => this.visit(body));
    } else
      this.visit(body);
  }
  visitImport(node, parent) {
    if (parent.type !== "Program") {
      this.nestedImports.push({ declaration: node, scope: this.scope, parent });
    }
    for (const specifier of node.specifiers)
      this.declare(specifier.local, "import", this.scope);
  }
  visitLiteral(node) {
    if (this.scope.strict)
      return;
    const raw = node.raw ?? "";
    if (typeof node.value === "number" ? /^0\d/.test(raw) : typeof node.value === "string" && hasLegacyEscape(raw)) {
      this.octals.push(node);
    }
  }
  visitThis(node, guarded) {
    const receiver = this.scope.receiver;
    if (receiver === this.program)
      this.topLevelThis.push(node);
    else if (this.immediateReceivers.has(receiver))
      this.immediateThis.push({ node, guarded });
  }
  visitMember(node) {
    const { object, property } = node;
    if (object.type === "MetaProperty" && object.meta.name === "import") {
      const name = !node.computed && property.type === "Identifier" ? property.name : undefined;
      this.importMetas.push({ node: name === undefined ? object : node, property: name });
    } else {
      if (object.type === "Identifier" && property.type === "Identifier" && !node.computed && MODULE_NAMES.has(object.name)) {
        this.pendingMembers.push({ node, name: object, property: property.name });
      }
      this.visit(object);
    }
    if (node.computed)
      this.visit(property);
    else if (property.type === "Identifier" && property.name === "callee" && object.type === "Identifier" && object.name === "arguments" && !this.scope.strict) {
      this.calleeUses.push({ node, scope: this.scope });
    }
  }
  visitCall(node) {
    const { callee } = node;
    if (callee.type === "Identifier") {
      this.refer(callee, true, false, "callee");
      this.pendingCalls.push({ node, name: callee, property: undefined });
    } else {
      if (callee.type === "FunctionExpression")
        this.immediate.add(callee);
      if (callee.type === "MemberExpression" && !callee.computed && callee.object.type === "Identifier" && callee.property.type === "Identifier") {
        this.pendingCalls.push({ node, name: callee.object, property: callee.property.name });
      }
      this.visit(callee);
    }
    this.visitAll(node.arguments);
  }
  visitProperty(node) {
    if (node.computed)
      this.visit(node.key);
    if (node.shorthand && node.value.type === "Identifier") {
      this.refer(node.value, true, false).shorthand = true;
    } else {
      this.visit(node.value);
    }
  }
  visitUnary(node) {
    const { argument, operator } = node;
    if (argument.type !== "Identifier") {
      this.visit(argument);
      return;
    }
    const role = operator === "typeof" || operator === "delete" ? operator : undefined;
    this.refer(argument, true, false, role);
    if (role === "delete" && !this.scope.strict)
      this.deletedNames.push(node);
  }
  visitAssignment(node) {
    const { left, right, operator } = node;
    if (left.type === "Identifier") {
      const reference = this.refer(left, operator !== "=", true);
      const names = operator === "=" || operator === "&&=" || operator === "||=" || operator === "??=";
      if (names && isAnonymousFunction(right))
        reference.namedValue = right;
    } else if (left.type === "ArrayPattern" || left.type === "ObjectPattern") {
      this.assignPattern(left);
    } else {
      this.visit(left);
    }
    this.visit(right);
  }
  noteProgramDeclaration(node, place) {
    const scope = node.kind === "var" ? this.scope.host : this.scope;
    if (scope === this.program)
      this.programDeclarations.push({ node, place });
  }
  visitVariableDeclaration(node, place) {
    this.noteProgramDeclaration(node, place);
    if (node.kind === "await using" && this.functionDepth === 0)
      this.topLevelAwaits.push(node);
    const kind = node.kind === "var" || node.kind === "let" ? node.kind : "const";
    for (const declarator of node.declarations) {
      this.declarePattern(declarator.id, kind, declarator.init ?? undefined);
      if (declarator.init)
        this.visit(declarator.init);
    }
  }
  visitForEach(node) {
    if (node.type === "ForOfStatement" && node.await && this.functionDepth === 0)
      this.topLevelAwaits.push(node);
    this.within(new Scope("for", node, this.scope, this.scope.strict), () => {
      const { left } = node;
      if (left.type === "VariableDeclaration") {
        this.noteProgramDeclaration(left, "for-each");
        const kind = left.kind === "var" || left.kind === "let" ? left.kind : "const";
        for (const { id, init } of left.declarations) {
          this.declarePattern(id, kind);
          if (init)
            this.visit(init);
        }
      } else {
        this.assignPattern(left, "for-head");
      }
      this.visit(node.right);
      this.visitBody(node, node.body);
    });
  }
  declarePattern(pattern, kind, init) {
    switch (pattern.type) {
      case "Identifier": {
        const host = kind === "var" ? this.scope.host : this.scope;
        const variable = this.declare(pattern, kind, host);
        const reference = this.refer(pattern, false, true, "declaration");
        if (init !== undefined && isAnonymousFunction(init))
          reference.namedValue = init;
        reference.variable = variable;
        return;
      }
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") {
            this.declarePattern(property.argument, kind);
            continue;
          }
          if (property.computed)
            this.visit(property.key);
          const first = this.references.length;
          this.declarePattern(property.value, kind);
          const reference = this.references[first];
          if (property.shorthand && reference !== undefined)
            reference.shorthand = true;
        }
        return;
      case "ArrayPattern":
        for (const element of pattern.elements)
          if (element)
            this.declarePattern(element, kind);
        return;
      case "AssignmentPattern":
        this.declarePattern(pattern.left, kind, pattern.right);
        this.visit(pattern.right);
        return;
      case "RestElement":
        this.declarePattern(pattern.argument, kind);
        return;
      default:
        this.visit(pattern);
    }
  }
  assignPattern(pattern, role, value) {
    switch (pattern.type) {
      case "Identifier": {
        const reference = this.refer(pattern, false, true, role);
        if (value !== undefined && isAnonymousFunction(value))
          reference.namedValue = value;
        return;
      }
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") {
            this.assignPattern(property.argument);
            continue;
          }
          if (property.computed)
            this.visit(property.key);
          const first = this.references.length;
          this.assignPattern(property.value);
          const reference = this.references[first];
          if (property.shorthand && reference !== undefined)
            reference.shorthand = true;
        }
        return;
      case "ArrayPattern":
        for (const element of pattern.elements)
          if (element)
            this.assignPattern(element);
        return;
      case "AssignmentPattern":
        this.assignPattern(pattern.left, role, pattern.right);
        this.visit(pattern.right);
        return;
      case "RestElement":
        this.assignPattern(pattern.argument);
        return;
      default:
        this.visit(pattern);
    }
  }
  visitFunctionDeclaration(node) {
    if (node.id) {
      this.declare(node.id, "function", this.scope);
      const { scope } = this;
      const inBlock = scope !== scope.host;
      if (inBlock && !scope.strict && !node.async && !node.generator)
        this.addBlockFunction(node);
    }
    this.visitFunction(node);
  }
  addBlockFunction(declaration) {
    const { host } = this.scope;
    const { name } = declaration.id;
    const entry = { name, declaration, block: this.scope, host, usedOutside: false };
    this.blockFunctions.push(entry);
    host.blockFunctions ??= new Map;
    const sameName = host.blockFunctions.get(name);
    if (sameName === undefined)
      host.blockFunctions.set(name, [entry]);
    else
      sameName.push(entry);
  }
  visitFunctionExpression(node) {
    if (!node.id) {
      this.visitFunction(node);
      return;
    }
    const { id } = node;
    this.within(new Scope("expression-name", node, this.scope, this.scope.strict), () => {
      this.declare(id, "expression-name", this.scope);
      this.visitFunction(node);
    });
  }
  visitFunction(node) {
    const isArrow = node.type === "ArrowFunctionExpression";
    const strict = this.scope.strict || node.body.type === "BlockStatement" && hasUseStrict(node.body.body);
    const scope = new Scope("function", node, this.scope, strict, isArrow);
    if (this.immediate.has(node) && !strict)
      this.immediateReceivers.add(scope);
    const isSimple = node.params.every((parameter) => parameter.type === "Identifier");
    this.functionDepth++;
    this.within(scope, () => {
      for (const parameter of node.params) {
        if (parameter.type === "Identifier" && scope.variables.has(parameter.name)) {
          this.duplicateParameters.push(parameter);
        }
        this.declarePattern(parameter, "parameter");
      }
      const { body } = node;
      if (body.type !== "BlockStatement")
        this.visit(body);
      else if (isSimple)
        this.visitList(body, body.body);
      else {
        this.within(new Scope("function-body", body, this.scope, strict), () => this.visitList(body, body.body));
      }
    });
    this.functionDepth--;
  }
  visitClass(node) {
    if (node.type === "ClassDeclaration" && node.id)
      this.declare(node.id, "class", this.scope);
    const { id } = node;
    this.within(new Scope("class", node, this.scope, true), () => {
      if (id)
        this.declare(id, "expression-name", this.scope);
      if (node.superClass)
        this.visit(node.superClass);
      for (const member of node.body.body)
        this.visitClassMember(member);
    });
  }
  visitClassMember(member) {
    if (member.type === "StaticBlock") {
      this.functionDepth++;
      this.within(new Scope("class-member", member, this.scope, true), () => this.visitList(member, member.body));
      this.functionDepth--;
      return;
    }
    if (member.computed)
      this.visit(member.key);
    const { value } = member;
    if (!value)
      return;
    if (member.type === "MethodDefinition") {
      this.visit(value);
      return;
    }
    this.functionDepth++;
    this.within(new Scope("class-member", member, this.scope, true), () => this.visit(value));
    this.functionDepth--;
  }
  declare(identifier, kind, scope) {
    this.identifierNames.add(identifier.name);
    const variable = scope.declare(identifier.name, kind, identifier);
    if (STRICT_RESERVED.has(identifier.name) && !scope.strict)
      this.reservedVariables.add(variable);
    return variable;
  }
  refer(node, read, write, role) {
    this.identifierNames.add(node.name);
    const reference = {
      name: node.name,
      node,
      scope: this.scope,
      read,
      write,
      variable: undefined,
      shorthand: false,
      role,
      namedValue: undefined,
      statement: undefined
    };
    this.references.push(reference);
    this.referenceOf.set(node, reference);
    return reference;
  }
  resolve() {
    for (const reference of this.references) {
      reference.variable ??= this.lookUp(reference);
      reference.variable?.references.push(reference);
    }
  }
  lookUp(reference) {
    const { name } = reference;
    for (let scope = reference.scope;scope !== undefined; scope = scope.parent) {
      const variable = scope.variables.get(name);
      const blockFunctions = scope.blockFunctions?.get(name);
      if (blockFunctions !== undefined && (variable === undefined || isVarLike(variable.kind))) {
        let visible = false;
        for (const entry of blockFunctions) {
          if (entry.block.contains(reference.scope) || isShadowed(entry))
            continue;
          entry.usedOutside = true;
          visible = true;
        }
        if (variable !== undefined)
          return variable;
        if (!visible)
          continue;
        return scope.declare(name, "annex-b", blockFunctions[0]?.declaration.id);
      }
      if (variable !== undefined)
        return variable;
      if (name === "arguments" && scope.kind === "function" && scope.receiver === scope) {
        return scope.declare(name, "arguments", reference.node);
      }
    }
    return;
  }
}
function isShadowed({ block, host, name }) {
  for (let scope = block.parent;scope !== undefined && scope !== host; scope = scope.parent) {
    if (scope.variables.has(name))
      return true;
  }
  return false;
}
function isVarLike(kind) {
  return kind === "var" || kind === "function" || kind === "annex-b";
}
function hasUseStrict(body) {
  for (const statement of body) {
    if (statement.type !== "ExpressionStatement" || !("directive" in statement))
      return false;
    if (statement.directive === "use strict")
      return true;
  }
  return false;
}
function isAnonymousFunction(node) {
  if (node.type === "ArrowFunctionExpression")
    return true;
  return (node.type === "FunctionExpression" || node.type === "ClassExpression") && !node.id;
}
function hasLegacyEscape(raw) {
  for (let index = raw.indexOf("\\");index !== -1; index = raw.indexOf("\\", index + 2)) {
    const digit = raw[index + 1] ?? "";
    if (digit < "0" || digit > "9")
      continue;
    const next = raw[index + 2] ?? "";
    if (digit !== "0" || next >= "0" && next <= "9")
      return true;
  }
  return false;
}

// ../src/transform/scope/mapped-arguments.ts
function mappedArguments({ references, members }) {
  const harmless = new Set;
  for (const { reference, property } of members) {
    if (property === "length" || property === "callee")
      harmless.add(reference.node);
  }
  const found = [];
  for (const { node, variable, scope } of references) {
    if (variable?.kind !== "arguments" || scope.strict || harmless.has(node))
      continue;
    const owner = variable.scope;
    const parameters = [...owner.variables.values()].filter(({ kind }) => kind === "parameter");
    const { params } = owner.node;
    if (!params?.every(({ type }) => type === "Identifier"))
      continue;
    const changes = parameters.some((parameter) => parameter.references.some(({ write, role }) => write && role !== "declaration"));
    if (changes)
      found.push(node);
  }
  return found;
}

// ../src/transform/needs-sloppy-mode.ts
var ES_MODULE = /^[ \t]*(?:import\b[ \t]*[\w$"'{*]|export\b[ \t]*[\w${*])/m;
var ALLOWED = /^A 'return' statement/;
function needsSloppyMode(source) {
  if (startsStrict(source) || ES_MODULE.test(source))
    return false;
  const asModule = parse(source, "module");
  if (asModule.errors.every(({ message }) => ALLOWED.test(message)))
    return reliesOnSloppyMode(analyzeScopes(asModule.program));
  const asScript = parse(source, "commonjs");
  return asScript.errors.length === 0;
}
function parse(source, sourceType) {
  return parseSync("module.js", source, { lang: "js", sourceType, preserveParens: false, showSemanticErrors: true });
}
function reliesOnSloppyMode(scopes) {
  return scopes.calleeUses.length > 0 || scopes.blockFunctions.some(({ usedOutside }) => usedOutside) || scopes.immediateThis.some(({ guarded }) => !guarded) || scopes.references.some(({ write, variable, scope }) => write && variable === undefined && !scope.strict) || mappedArguments(scopes).length > 0;
}
var SPACE_OR_COMMENT = /(?:\s+|\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/|#!.*)/y;
var DIRECTIVE = /(?:"([^"\\\n]*)"|'([^'\\\n]*)')\s*(?:;|(?=[\r\n]))/y;
function startsStrict(source) {
  for (let index = 0;; ) {
    SPACE_OR_COMMENT.lastIndex = index;
    if (SPACE_OR_COMMENT.test(source)) {
      index = SPACE_OR_COMMENT.lastIndex;
      continue;
    }
    DIRECTIVE.lastIndex = index;
    const directive = DIRECTIVE.exec(source);
    if (directive === null)
      return false;
    if ((directive[1] ?? directive[2]) === "use strict")
      return true;
    index = DIRECTIVE.lastIndex;
  }
}

// ../src/transform/analyze.ts
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

// ../src/build-error.ts
class BuildError extends Error {
  name = "BuildError";
  remedy;
  detail;
  constructor(message, options = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.remedy = options.remedy;
    this.detail = options.detail;
  }
}

// ../src/transform/code-frame.ts
var LINES_AROUND = 2;
var MAXIMUM_WIDTH = 160;
function positionAt(source, offset) {
  let line = 1;
  let lineStart = 0;
  const end = Math.min(offset, source.length);
  for (let index = source.indexOf(`
`);index !== -1 && index < end; index = source.indexOf(`
`, index + 1)) {
    line++;
    lineStart = index + 1;
  }
  return { line, column: end - lineStart + 1 };
}
function codeFrame(source, position) {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, position.line - LINES_AROUND);
  const last = Math.min(lines.length, position.line + LINES_AROUND);
  const width = String(last).length;
  const skip = position.column > MAXIMUM_WIDTH - 20 ? position.column - 60 : 0;
  const frame = [];
  for (let number = first;number <= last; number++) {
    const text = (lines[number - 1] ?? "").slice(skip, skip + MAXIMUM_WIDTH).replaceAll("\t", " ");
    const marker = number === position.line ? ">" : " ";
    frame.push(`${marker} ${String(number).padStart(width)} | ${text}`.trimEnd());
    if (number === position.line)
      frame.push(`  ${" ".repeat(width)} | ${" ".repeat(position.column - skip - 1)}^`);
  }
  return frame.join(`
`);
}
function sourceError(message, source, displayPath, position, remedy) {
  const text = `${displayPath}:${position.line}:${position.column}: ${message}`;
  const detail = codeFrame(source, position);
  return new BuildError(text, remedy === undefined ? { detail } : { detail, remedy });
}

// ../src/transform/module-facts.ts
var ENVIRONMENT_NAMES = [
  "Npm",
  "Assets",
  "__dirname",
  "__filename",
  "global",
  "process",
  "Buffer",
  "require",
  "module",
  "exports"
];
var HARMLESS_MODULE_PROPERTIES = new Set([
  "children",
  "dynamicImport",
  "filename",
  "hot",
  "id",
  "loaded",
  "parent",
  "paths"
]);
function collectFacts(parsed, scopes, style, locate) {
  const reads = new Set;
  const writes = new Set;
  for (const { name, variable, read, write } of scopes.references) {
    if (variable !== undefined)
      continue;
    if (read)
      reads.add(name);
    if (write)
      writes.add(name);
  }
  const hasModule = style === "module";
  const body = parsed.program.body;
  const exports = body.filter((node) => node.type.startsWith("Export"));
  const hasEsModuleSyntax = exports.length > 0 || body.some((node) => node.type === "ImportDeclaration") || scopes.importMetas.length > 0;
  return {
    freeReads: [...reads].sort(),
    undeclaredWrites: [...writes].sort(),
    topLevelDeclarations: [...scopes.program.variables.keys()].sort(),
    hasEsModuleSyntax,
    hasExports: exports.length > 0,
    hasCommonJs: hasModule && (reads.has("require") || reads.has("module") || reads.has("exports")),
    hasCommonJsExports: hasModule && usesCommonJsExports(scopes),
    hasNestedImports: scopes.nestedImports.length > 0,
    hasTopLevelAwait: scopes.topLevelAwaits.length > 0,
    hasTopLevelReturn: scopes.topLevelReturns.length > 0,
    hasUseStrict: scopes.hasUseStrict,
    strictModeProblems: hasEsModuleSyntax ? [] : strictModeProblems(scopes, locate),
    environmentNames: ENVIRONMENT_NAMES.filter((name) => reads.has(name)),
    imports: importSpecifiers(body, scopes),
    dynamicImports: literals(scopes.dynamicImports.map(({ source }) => source)),
    requires: callLiterals(scopes, "require", undefined),
    npmRequires: callLiterals(scopes, "Npm", "require")
  };
}
function usesCommonJsExports(scopes) {
  const harmless = new Set;
  for (const { reference, property } of scopes.members) {
    if (reference.name === "module" && HARMLESS_MODULE_PROPERTIES.has(property))
      harmless.add(reference.node);
  }
  return scopes.references.some(({ name, variable, node, role }) => (name === "module" || name === "exports") && variable === undefined && role !== "typeof" && !harmless.has(node));
}
function importSpecifiers(body, scopes) {
  const sources = [];
  for (const node of body) {
    if ("source" in node && node.source && node.type !== "ImportExpression")
      sources.push(node.source);
  }
  for (const { declaration } of scopes.nestedImports)
    sources.push(declaration.source);
  return literals(sources.sort((a, b) => a.start - b.start));
}
function callLiterals(scopes, name, property) {
  const calls = scopes.calls.filter(({ reference, property: called }) => reference.name === name && reference.variable === undefined && called === property);
  return literals(calls.map(({ node }) => node.arguments[0]));
}
function literals(nodes) {
  const values = new Set;
  for (const node of nodes) {
    if (node?.type === "Literal" && typeof node.value === "string")
      values.add(node.value);
    else if (node?.type === "TemplateLiteral" && node.quasis.length === 1) {
      values.add(node.quasis[0].value.cooked ?? "");
    }
  }
  return [...values];
}
function strictModeProblems(scopes, locate) {
  const problems = [];
  const add = (kind, nodes) => {
    for (const { start } of nodes)
      problems.push({ start, kind });
  };
  add("with", scopes.withStatements);
  add("legacy-octal", scopes.octals);
  add("arguments-callee", scopes.calleeUses.map(({ node }) => node));
  add("delete-name", scopes.deletedNames);
  add("duplicate-parameter", scopes.duplicateParameters);
  add("reserved-word", [...scopes.reservedVariables].flatMap(({ identifiers }) => identifiers));
  add("mapped-arguments", mappedArguments(scopes));
  add("annex-b-function", scopes.blockFunctions.filter(({ usedOutside }) => usedOutside).map(({ declaration }) => declaration));
  return problems.sort((a, b) => a.start - b.start).map(({ kind, start }) => ({ kind, ...locate(start) }));
}

// ../src/transform/syntax/parse-source.ts
import { parseSync as parseSync2 } from "rolldown/utils";
var REPAIRED = /^(?:'import statement' declaration can only be used at the top level|A 'return' statement can only be used within a function body|'with' statements are not allowed|'0'-prefixed octal literals|Delete of an unqualified identifier|The keyword '\w+' is reserved|Export '.*' is not defined|Identifier `.*` has already been declared|Invalid escape sequence|Octal escape)/;
function parseSource(code, original, displayPath, locate) {
  const parsed = parseAs(code, "module");
  const problem = parsed.problems.find(({ message }) => !REPAIRED.test(message));
  if (problem === undefined)
    return { program: parsed.program, comments: parsed.comments, sourceType: "module" };
  const sloppy = parseAs(code, "commonjs");
  if (sloppy.problems.length === 0) {
    return { program: sloppy.program, comments: sloppy.comments, sourceType: "script" };
  }
  throw syntaxError(problem.message, problem.help, original, displayPath, locate(problem.start));
}
function syntaxError(message, help, original, displayPath, position) {
  return sourceError(`Syntax error: ${message.replace(/\.$/, "")}.`, original, displayPath, position, help || undefined);
}
function parseAs(code, sourceType) {
  const result = parseSync2("module.js", code, {
    lang: "js",
    sourceType,
    preserveParens: false,
    showSemanticErrors: true
  });
  const problems = result.errors.filter(({ severity }) => severity === "Error").map(({ message, labels, helpMessage }) => ({
    message,
    start: labels[0]?.start ?? 0,
    end: labels[0]?.end ?? 0,
    help: helpMessage ?? undefined
  }));
  return { program: result.program, comments: result.comments, problems };
}

// ../src/transform/syntax/strip-types.ts
import { parseSync as parseSync3, transformSync } from "rolldown/utils";
var MAY_HAVE_JSX = /<\/|\/>/;
var MAY_HAVE_DECORATORS = /(?:^|[\s;{}()])@[\w$(]/m;
var BINDS_REACT = /\bimport\s+(?:\*\s*as\s+)?React\b|\bReact\s*=\s*require\b/;
function stripTypes(source, file, displayPath, facts = {}, development = false) {
  const language = languageOf(source, file);
  if (language === undefined)
    return { code: source, map: undefined };
  const isTypeScript = language !== "jsx";
  const legacyDecorators = isTypeScript && facts.experimentalDecorators !== false;
  const result = transformSync(displayPath, source, {
    lang: language,
    sourceType: "module",
    sourcemap: true,
    jsx: jsxOptions(source, facts, development),
    decorator: {
      legacy: legacyDecorators,
      emitDecoratorMetadata: legacyDecorators && facts.emitDecoratorMetadata !== false
    },
    typescript: { onlyRemoveTypeImports: facts.verbatimModuleSyntax === true },
    tsconfig: false
  });
  const error = result.errors[0];
  if (error !== undefined)
    throw readError(error, source, displayPath);
  return { code: result.code, map: result.map };
}
function languageOf(source, file) {
  const extension = /\.([a-z]+)$/.exec(file)?.[1];
  if (extension === "ts" || extension === "mts" || extension === "cts")
    return "ts";
  if (extension === "tsx")
    return "tsx";
  if (!MAY_HAVE_JSX.test(source) && !MAY_HAVE_DECORATORS.test(source))
    return;
  return hasJsxOrDecorators(source) ? "jsx" : undefined;
}
function hasJsxOrDecorators(source) {
  const { program } = parseSync3("module.jsx", source, { lang: "jsx", sourceType: "module" });
  return contains(program);
}
function contains(value) {
  if (Array.isArray(value))
    return value.some(contains);
  if (value === null || typeof value !== "object")
    return false;
  const { type } = value;
  if (typeof type === "string" && (type.startsWith("JSX") || type === "Decorator"))
    return true;
  return Object.values(value).some(contains);
}
function jsxOptions(source, facts, development) {
  const mode = facts.jsx ?? (BINDS_REACT.test(source) ? "react" : "react-jsx");
  if (mode === "react") {
    return {
      runtime: "classic",
      ...facts.jsxFactory === undefined ? {} : { pragma: facts.jsxFactory },
      ...facts.jsxFragmentFactory === undefined ? {} : { pragmaFrag: facts.jsxFragmentFactory }
    };
  }
  return {
    runtime: "automatic",
    development: development && mode === "react-jsxdev",
    ...facts.jsxImportSource === undefined ? {} : { importSource: facts.jsxImportSource }
  };
}
function readError(error, source, displayPath) {
  const { pos, loc } = error;
  const message = /\]\s*([^\n]+)/.exec(error.message)?.[1] ?? error.message.split(`
`)[0] ?? "unknown";
  const position = loc ? { line: loc.line, column: loc.column + 1 } : positionAt(source, pos ?? 0);
  return syntaxError(message, undefined, source, displayPath, position);
}

// ../src/transform/analyze.ts
function analyze(source, file, options, development = false) {
  const stripped = stripTypes(source, file, options.displayPath, options.typescript, development);
  const locate = locator(source, stripped);
  const parsed = parseSource(stripped.code, source, options.displayPath, locate);
  const scopes = analyzeScopes(parsed.program);
  return { stripped, parsed, scopes, facts: collectFacts(parsed, scopes, options.style, locate), locate };
}
function locator(source, { code, map }) {
  if (map === undefined)
    return (offset) => positionAt(source, offset);
  let trace;
  return (offset) => {
    trace ??= new TraceMap(map);
    const { line, column } = positionAt(code, offset);
    const original = originalPositionFor(trace, { line, column: column - 1 });
    return original.line === null ? { line: 1, column: 1 } : { line: original.line, column: original.column + 1 };
  };
}

// ../src/transform/index.ts
function analyzeModule(source, file, options) {
  return analyze(source, file, options).facts;
}

// n.ts
function walk(d, out = []) {
  for (const e of readdirSync(d, { withFileTypes: true })) {
    const p = d + "/" + e.name;
    if (e.isDirectory())
      walk(p, out);
    else if (/\.(c?js)$/.test(e.name) && !/\/(vitest|vite|typescript|@biomejs|playwright-core|bun-types)\//.test(p))
      out.push(p);
  }
  return out;
}
var files = walk("/work/main/node_modules");
var lines = 0;
var n = 0;
var t = performance.now();
for (const f of files) {
  const s = readFileSync(f, "utf8");
  if (s.length > 2000000)
    continue;
  lines += s.split(`
`).length;
  n++;
  try {
    if (needsSloppyMode(s)) {
      let kinds = "";
      try {
        const fa = analyzeModule(s, f, { displayPath: f, style: "module" });
        kinds = [...new Set(fa.strictModeProblems.map((p) => p.kind))] + " W:" + fa.undeclaredWrites.slice(0, 3);
      } catch (e) {
        kinds = e.message;
      }
      console.log(f.slice(24), kinds);
    }
  } catch (e) {
    console.log("ERR", f, e.message);
  }
}
console.log(n, lines, performance.now() - t);
