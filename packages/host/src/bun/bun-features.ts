/** What not every supported version of Bun can do. */
export interface BunFeatures {
  /** Headers deleted from a request are deleted for `server.upgrade` too. Without it compression cannot be refused. */
  readonly editableHandshakes: boolean;
  /** Request bodies are read no faster than they are asked for. Without it a large one fills memory. */
  readonly bodyBackpressure: boolean;
}

export function bunFeatures(): BunFeatures {
  const isAtLeast = (version: string): boolean => Bun.semver.satisfies(Bun.version, `>=${version}`);
  return { editableHandshakes: isAtLeast('1.4.5'), bodyBackpressure: isAtLeast('1.4.0') };
}
