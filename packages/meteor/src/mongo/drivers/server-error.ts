/** The error of Meteor for what only clients have. */
export function serverError(method: string): Error {
  return new Error(`${method} is not available on the server. Please use ${method}Async() instead.`);
}
