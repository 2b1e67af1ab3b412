import { Long, Timestamp } from 'bson';
import type { Command } from './command.js';

export const replicaSetStatus: Command = {
  name: 'replSetGetStatus',
  adminOnly: true,
  run({ server }) {
    const { identity, engine } = server;
    const now = engine.clock.now();
    const optime = { ts: new Timestamp(now), t: Long.ONE };
    const optimeDate = new Date(now.t * 1000);
    return {
      set: identity.setName,
      date: new Date(),
      myState: 1,
      term: Long.ONE,
      syncSourceHost: '',
      syncSourceId: -1,
      heartbeatIntervalMillis: Long.fromNumber(2000),
      majorityVoteCount: 1,
      writeMajorityCount: 1,
      votingMembersCount: 1,
      writableVotingMembersCount: 1,
      optimes: { lastCommittedOpTime: optime, appliedOpTime: optime, durableOpTime: optime },
      members: [
        {
          _id: 0,
          name: identity.host,
          health: 1,
          state: 1,
          stateStr: 'PRIMARY',
          uptime: Math.round((Date.now() - identity.startedAt.getTime()) / 1000),
          optime,
          optimeDate,
          electionTime: new Timestamp({ t: Math.floor(identity.startedAt.getTime() / 1000), i: 1 }),
          electionDate: identity.startedAt,
          configVersion: 1,
          configTerm: 1,
          self: true,
        },
      ],
    };
  },
};
