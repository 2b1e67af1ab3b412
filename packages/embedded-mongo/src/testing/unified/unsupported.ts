/** A test asks for something that the runner, or on purpose the server, does not have. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}
