import { deserialize, serialize } from 'bson';
import { describe, expect, test } from 'vitest';
import { crc32c } from './crc32c.js';
import { HEADER_BYTES } from './limits.js';
import { allocateMessage, OpCode, readHeader } from './message.js';
import { MessageFramer } from './message-framer.js';
import { decodeCommandMessage, encodeCommandReply } from './op-msg.js';
import { decodeLegacyQuery, encodeLegacyReply } from './op-query.js';
import { ProtocolError } from './protocol-error.js';
import { RawBatch } from './raw-batch.js';

function commandMessage(flags: number, ...sections: Uint8Array[]): Buffer {
  const body = Buffer.concat(sections);
  const message = allocateMessage(4 + body.length, 7, 0, OpCode.message);
  message.writeUInt32LE(flags, HEADER_BYTES);
  message.set(body, HEADER_BYTES + 4);
  return message;
}

function bodySection(document: object): Buffer {
  return Buffer.concat([Buffer.from([0]), serialize(document)]);
}

function sequenceSection(name: string, documents: readonly object[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map((each) => serialize(each))]);
  const length = Buffer.alloc(4);
  length.writeInt32LE(content.length + 4, 0);
  return Buffer.concat([Buffer.from([1]), length, content]);
}

describe('framing', () => {
  test('finds messages wherever the bytes are cut', () => {
    const messages = [
      commandMessage(0, bodySection({ ping: 1 })),
      commandMessage(0, bodySection({ hello: 1, text: 'x'.repeat(300) })),
      commandMessage(0, bodySection({ a: 1 })),
    ];
    const bytes = Buffer.concat(messages);
    for (const size of [1, 2, 3, 5, 16, 17, 100, bytes.length]) {
      const framer = new MessageFramer();
      const found: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        framer.push(bytes.subarray(at, at + size));
        for (let message = framer.next(); message; message = framer.next()) found.push(message);
      }
      expect(found).toEqual(messages);
      expect(framer.bufferedBytes).toBe(0);
    }
  });

  test('refuses impossible lengths', () => {
    for (const length of [0, 15, -5, 48_000_001]) {
      const framer = new MessageFramer();
      const header = Buffer.alloc(16);
      header.writeInt32LE(length, 0);
      framer.push(header);
      expect(() => framer.next()).toThrow(ProtocolError);
    }
  });
});

describe('OP_MSG', () => {
  test('with a body and sequences, in any order', () => {
    const message = commandMessage(
      0,
      sequenceSection('documents', [{ _id: 1 }, { _id: 2 }]),
      bodySection({ insert: 'things', $db: 'app' }),
      sequenceSection('other', [{ a: 1 }]),
    );
    const { body, exhaustAllowed, moreToCome } = decodeCommandMessage(message);
    expect({ exhaustAllowed, moreToCome }).toEqual({ exhaustAllowed: false, moreToCome: false });
    expect(body).toMatchObject({ insert: 'things', $db: 'app', other: [{ a: 1 }] });
    expect(body.documents.map((bytes: Uint8Array) => deserialize(bytes))).toEqual([{ _id: 1 }, { _id: 2 }]);
  });

  test('with flags', () => {
    expect(decodeCommandMessage(commandMessage(1 << 16, bodySection({ hello: 1 })))).toMatchObject({
      exhaustAllowed: true,
    });
    expect(decodeCommandMessage(commandMessage(2, bodySection({ ping: 1 })))).toMatchObject({ moreToCome: true });
  });

  test('with a checksum', () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
    const message = commandMessage(1, bodySection({ ping: 1 }), Buffer.alloc(4));
    message.writeUInt32LE(crc32c(message.subarray(0, -4)), message.length - 4);
    expect(decodeCommandMessage(message).body).toEqual({ ping: 1 });
    message[message.length - 1] = (message.at(-1) as number) ^ 1;
    expect(() => decodeCommandMessage(message)).toThrow('checksum');
  });

  test('does not let a name reach the prototype', () => {
    const message = commandMessage(0, bodySection({ ping: 1 }), sequenceSection('__proto__', [{ polluted: true }]));
    const { body } = decodeCommandMessage(message);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(Object.hasOwn(body, '__proto__')).toBe(true);
  });

  test('refuses what is malformed', () => {
    const body = bodySection({ ping: 1 });
    const malformed = [
      commandMessage(0),
      commandMessage(4, body),
      commandMessage(0, body, body),
      commandMessage(0, Buffer.from([2, 5, 0, 0, 0, 0])),
      commandMessage(0, Buffer.from([0, 99, 0, 0, 0, 0])),
      commandMessage(0, Buffer.from([0, 4, 0, 0, 0])),
      commandMessage(0, body, sequenceSection('ping', [{ a: 1 }])),
      commandMessage(0, body, Buffer.from([1, 8, 0, 0, 0, 65, 65, 65, 65])),
      commandMessage(0, sequenceSection('documents', [{ a: 1 }])),
      commandMessage(1, Buffer.from([0, 5])),
    ];
    for (const message of malformed) expect(() => decodeCommandMessage(message)).toThrow(ProtocolError);
  });

  test('as a reply with a batch of BSON in it', () => {
    const batch = new RawBatch();
    const documents = Array.from({ length: 120 }, (_, n) => ({ _id: n, text: `number ${n}` }));
    for (const document of documents) batch.add(serialize(document));
    const message = encodeCommandReply({ cursor: { firstBatch: batch, id: 0, ns: 'app.things' }, ok: 1 }, 3, 7, true);
    expect(readHeader(message)).toEqual({
      length: message.length,
      requestId: 3,
      responseTo: 7,
      opCode: OpCode.message,
    });
    expect(message.readUInt32LE(HEADER_BYTES)).toBe(2);
    expect(deserialize(message.subarray(HEADER_BYTES + 5))).toEqual({
      cursor: { firstBatch: documents, id: 0, ns: 'app.things' },
      ok: 1,
    });
  });
});

describe('OP_QUERY', () => {
  test('of a handshake, and its reply', () => {
    const query = serialize({ ismaster: 1, helloOk: true });
    const name = Buffer.from('admin.$cmd\0');
    const message = allocateMessage(4 + name.length + 8 + query.length, 9, 0, OpCode.query);
    message.fill(0, HEADER_BYTES);
    message.set(name, HEADER_BYTES + 4);
    message.set(query, HEADER_BYTES + 4 + name.length + 8);
    expect(decodeLegacyQuery(message)).toEqual({
      database: 'admin',
      collection: '$cmd',
      query: { ismaster: 1, helloOk: true },
    });
    const reply = encodeLegacyReply({ ok: 1 }, 4, 9);
    expect(readHeader(reply)).toMatchObject({ responseTo: 9, opCode: OpCode.reply });
    expect(reply.readInt32LE(HEADER_BYTES + 16)).toBe(1);
    expect(deserialize(reply.subarray(HEADER_BYTES + 20))).toEqual({ ok: 1 });
  });

  test('that is cut off', () => {
    const message = allocateMessage(8, 9, 0, OpCode.query);
    message.fill(65, HEADER_BYTES);
    expect(() => decodeLegacyQuery(message)).toThrow(ProtocolError);
  });
});
