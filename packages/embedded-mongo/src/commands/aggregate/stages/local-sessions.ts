import { Binary } from 'bson';
import type { StageCompiler } from '../stage.js';
import { documentArgument } from '../stage-arguments.js';

/** The sessions that clients have begun. */
export const localSessions: StageCompiler = (argument, { sessions }) => {
  documentArgument('$listLocalSessions', argument, 9);
  return function* () {
    for (const { key, lastUse } of sessions()) {
      const [id = '', user = ''] = key.split(':');
      yield {
        _id: { id: new Binary(Buffer.from(id, 'hex'), Binary.SUBTYPE_UUID), uid: new Binary(Buffer.from(user)) },
        lastUse: new Date(lastUse),
      };
    }
  };
};
