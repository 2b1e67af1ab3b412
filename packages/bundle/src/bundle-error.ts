/** Something is wrong with a bundle. The message names the file, the value, and what to do. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
  /** Absolute path of the file at fault. */
  readonly file: string;

  constructor(file: string, problem: string, remedy: string, options?: ErrorOptions) {
    super(`${file}: ${problem} ${remedy}`, options);
    this.file = file;
  }
}
