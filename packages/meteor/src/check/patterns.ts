/** The patterns that `Match` makes. Everything else is matched by what it is: a constructor, an array, a literal… */

export class Optional {
  readonly pattern: unknown;
  constructor(pattern: unknown) {
    this.pattern = pattern;
  }
}

export class Maybe {
  readonly pattern: unknown;
  constructor(pattern: unknown) {
    this.pattern = pattern;
  }
}

export class OneOf {
  readonly choices: readonly unknown[];
  constructor(choices: readonly unknown[]) {
    if (choices.length === 0) throw new Error('Must provide at least one choice to Match.OneOf');
    this.choices = choices;
  }
}

export class Where {
  readonly condition: (value: unknown) => unknown;
  constructor(condition: (value: unknown) => unknown) {
    this.condition = condition;
  }
}

export class ObjectIncluding {
  readonly pattern: unknown;
  constructor(pattern: unknown) {
    this.pattern = pattern;
  }
}

export class ObjectWithValues {
  readonly pattern: unknown;
  constructor(pattern: unknown) {
    this.pattern = pattern;
  }
}

/** Arrays, as in Meteor: code that walks patterns tells them by their content. */
export const Any: readonly string[] = ['__any__'];
export const Integer: readonly string[] = ['__integer__'];
