/** The bytes of a connection are not MongoDB's wire protocol. There is no going on: the connection ends. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
