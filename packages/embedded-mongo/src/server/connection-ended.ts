/** Thrown when the connection has ended on purpose: there is nobody to answer. */
export class ConnectionEnded extends Error {
  override readonly name = 'ConnectionEnded';
}
