import { currentMethodInvocation, type MethodApplyOptions, type MethodCallback } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import type { Document } from '@bolide/meteor/minimongo';
import { createMutationMethods, isInsecure } from './mutation-methods.js';
import { assertSelectorIsId } from './selectors.js';
import type {
  AllowDenyOptions,
  DefineMutationMethodsOptions,
  RestrictableCollection,
  ValidatedUpdateOptions,
} from './types.js';
import { validatedInsert, validatedRemove, validatedUpdate } from './validated-writes.js';
import { addValidators, createValidators, updateFetch } from './validators.js';

type Self = RestrictableCollection;

/** Is a stub running? Then a write is part of what the method does, and not sent by itself. */
function isInSimulation(): boolean {
  return currentMethodInvocation.get()?.isSimulation === true;
}

/** The methods that `mongo` gives to all collections. */
export const CollectionPrototype = {
  /** Lets clients write what one of these rules allows, and no rule of `deny` denies. */
  allow(this: Self, options: AllowDenyOptions<never>): void {
    addValidators(this, 'allow', options);
  },

  /** Refuses what one of these rules denies, whatever `allow` says. */
  deny(this: Self, options: AllowDenyOptions<never>): void {
    addValidators(this, 'deny', options);
  },

  /** Defines the methods by which clients write. Throws if there are any, unless it is to leave them. */
  _defineMutationMethods(this: Self, options: DefineMutationMethodsOptions = {}): void {
    this._restricted = false;
    this._insecure = undefined;
    this._validators = createValidators();
    if (!this._name) return;
    this._prefix = `/${this._name}/`;
    const connection = this._connection;
    // A server that writes to another one has no stubs: it waits for the result.
    if (!connection || !(Meteor.isClient || connection === (Meteor.server as unknown))) return;
    const existing = connection._methodHandlers ?? connection.method_handlers ?? {};
    const methods = Object.entries(createMutationMethods(this)).filter(
      ([name]) => !options.useExisting || typeof existing[name] !== 'function',
    );
    connection.methods(Object.fromEntries(methods));
  },

  _updateFetch(this: Self, fields?: readonly string[]): void {
    if (this._validators) updateFetch(this._validators, fields);
  },

  _isInsecure(this: Self): boolean {
    return isInsecure(this);
  },

  _validatedInsertAsync(this: Self, userId: string | null, document: Document, generatedId: unknown) {
    return validatedInsert(this, userId, document, generatedId);
  },

  _validatedUpdateAsync(
    this: Self,
    userId: string | null,
    selector: unknown,
    modifier: unknown,
    options: ValidatedUpdateOptions = {},
  ) {
    return validatedUpdate(this, userId, selector, modifier, options);
  },

  _validatedRemoveAsync(this: Self, userId: string | null, selector: unknown) {
    return validatedRemove(this, userId, selector);
  },

  /** Calls a method that writes. Its promise is for the server's answer, or as `resolverType` says for the stub's. */
  _callMutatorMethodAsync(
    this: Self,
    name: string,
    args: readonly unknown[],
    options: MethodApplyOptions = {},
  ): Promise<unknown> {
    // The server would refuse it, after the stub has shown what is then taken back.
    if ((name === 'updateAsync' || name === 'removeAsync') && !isInSimulation()) assertSelectorIsId(args[0], name);
    const connection = this._connection as NonNullable<Self['_connection']>;
    return connection.applyAsync(`${this._prefix ?? `/${this._name}/`}${name}`, args, {
      // On a server there is no stub that could give a value.
      returnStubValue: Meteor.isClient && this.resolverType !== 'server',
      returnServerResultPromise: this.resolverType !== 'stub' && !connection._stream?._isStub,
      ...options,
    });
  },

  /** Calls a method that writes, and returns what its stub gives. Without a callback errors are printed. */
  _callMutatorMethod(this: Self, name: string, args: readonly unknown[], callback?: MethodCallback): unknown {
    const inSimulation = isInSimulation();
    if ((name === 'update' || name === 'remove') && !inSimulation) assertSelectorIsId(args[0], name);
    const printError: MethodCallback = (error) => {
      if (error) Meteor._debug(`${name} failed`, error);
    };
    const callbackToUse = callback ?? (Meteor.isClient && !inSimulation ? printError : undefined);
    const connection = this._connection as NonNullable<Self['_connection']>;
    return connection.apply(
      `${this._prefix ?? `/${this._name}/`}${name}`,
      args,
      { returnStubValue: true },
      callbackToUse,
    );
  },
};
