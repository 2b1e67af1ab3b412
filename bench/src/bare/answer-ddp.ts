/**
 * The least that a server of an `echo` method does with a frame: parse it, and write the one or two frames that Meteor's
 * protocol asks for.
 */
export function answerDDP(text: string, send: (frame: string) => void): void {
  const message = JSON.parse(text) as { msg: string; id: string; params: unknown[] };
  if (message.msg === 'method') {
    send(JSON.stringify({ msg: 'result', id: message.id, result: message.params[0] }));
    send(JSON.stringify({ msg: 'updated', methods: [message.id] }));
  } else if (message.msg === 'connect') {
    send(JSON.stringify({ msg: 'connected', session: 'bare' }));
  }
}
