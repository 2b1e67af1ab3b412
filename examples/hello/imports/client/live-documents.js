import { Meteor } from 'meteor/meteor';
import { ReactiveDict } from 'meteor/reactive-dict';

/** The documents that the server publishes under a collection's name, kept live. (Mongo collections do this and more.) */
export class LiveDocuments {
  constructor(name) {
    this.documents = new ReactiveDict();
    Meteor.connection.registerStoreClient(name, {
      beginUpdate: (_count, reset) => {
        if (reset) this.documents.clear();
      },
      update: ({ msg, id, fields, replace }) => {
        if (msg === 'removed') this.documents.delete(id);
        else if (msg === 'replace') this.documents.set(id, replace);
        else this.documents.set(id, { ...this.documents.keys[id] && this.get(id), ...fields });
      },
      endUpdate() {},
      saveOriginals() {},
      retrieveOriginals: () => new Map(),
    });
  }

  get(id) {
    return this.documents.get(id);
  }
}
