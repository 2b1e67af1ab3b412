/** Exit codes of the command line. */
export const ExitCode = { ok: 0, failed: 1, usage: 2 } as const;
