/** An error of the database in memory. */
export interface MinimongoErrorInstance extends Error {
  /** An update could not set a field because what should hold it is no object. */
  setPropertyError?: boolean;
}

/** Makes an error named `MinimongoError`; with `field` the message ends with its name. */
export function MinimongoError(message: string, options: { field?: string | number } = {}): MinimongoErrorInstance {
  const error = new Error(options.field === undefined ? message : `${message} for field '${options.field}'`);
  error.name = 'MinimongoError';
  return error;
}
