import { type MethodFunction, MethodInvocation } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import { Extensions } from '../collection/extensions.js';
import { createMongo } from '../create-mongo.js';
import { LocalCollectionDriver } from '../drivers/local-collection-driver.js';
import type { CollectionDriver } from '../drivers/types.js';

/** `Meteor.server`, without sockets. */
export class FakeServer {
  readonly method_handlers: Record<string, MethodFunction> = Object.create(null);
  readonly published: { name: unknown; handler: () => unknown; options: unknown }[] = [];

  methods(methods: Readonly<Record<string, MethodFunction>>): void {
    for (const [name, handler] of Object.entries(methods)) {
      if (this.method_handlers[name]) throw new Error(`A method named '${name}' is already defined`);
      this.method_handlers[name] = handler;
    }
  }

  publish(name: unknown, handler: () => unknown, options: unknown): void {
    this.published.push({ name, handler, options });
  }

  /** A client calls a method. */
  async call(name: string, ...args: unknown[]): Promise<unknown> {
    const invocation = new MethodInvocation({ name, userId: 'user1' });
    return this.method_handlers[name]?.apply(invocation, structuredCloneOf(args));
  }
}

/** Arguments as they come over a connection. */
function structuredCloneOf(args: unknown[]): unknown[] {
  return args.map((arg) => (arg === undefined ? undefined : JSON.parse(JSON.stringify(arg))));
}

/** The namespace `Mongo` of a server whose database is in memory, or as `driver` says. */
export function createServerMongo(driver: CollectionDriver = LocalCollectionDriver) {
  const server = new FakeServer();
  Object.assign(Meteor, { server });
  const extensions = new Extensions();
  const Mongo = createMongo(
    { isClient: false, defaultConnection: () => server, databaseDriver: () => driver },
    extensions,
  );
  return { server, Mongo, extensions };
}
