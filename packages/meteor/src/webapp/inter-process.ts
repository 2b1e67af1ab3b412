import { onMessage } from '@bolide/meteor/inter-process-messaging';
import { loadProgram, pauseProgram } from './client-programs.js';

/** Lets the process that started this one replace client programs while the server runs. */
export function listenToParentProcess(): void {
  onMessage('webapp-pause-client', (message) => pauseProgram(archOf(message)));
  onMessage('webapp-reload-client', (message) => loadProgram(archOf(message)));
}

const archOf = (message: unknown): string => String((message as { arch?: unknown } | null)?.arch);
