/** Something that has gathered work in this turn of the event loop and gets rid of it at the end. */
export interface TurnMember {
  flush(): void;
}

/**
 * Bytes that a member writes without waiting for the end of the turn: gathering more saves nothing, and code that sends
 * without end in one turn would fill the memory before anyone sees that its reader does not read.
 */
export const TURN_LIMIT = 1024 * 1024;

let waiting: TurnMember[] = [];
let spare: TurnMember[] = [];
let scheduled = false;

/**
 * Calls `member.flush()` once at the end of this turn of the event loop, when everything that came in has been
 * handled. Callers see to it that they ask once per turn.
 */
export function atEndOfTurn(member: TurnMember): void {
  waiting.push(member);
  if (!scheduled) {
    scheduled = true;
    setImmediate(flushAll);
  }
}

function flushAll(): void {
  const members = waiting;
  waiting = spare;
  scheduled = false;
  for (let index = 0; index < members.length; index++) (members[index] as TurnMember).flush();
  members.length = 0;
  spare = members;
}
