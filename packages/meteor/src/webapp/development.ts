import { runningBundle } from '@bolide/runtime';

/** Whether clients may get source maps: in a bundle made with `--debug`. */
export const isForDevelopers = (): boolean => runningBundle()?.manifest.mode === 'development';
