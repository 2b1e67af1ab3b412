import './globals.js';
import './counters.ts';
import './methods.js';
import './render.js';

// Top-level await: the server listens when this is done.
const started = await new Promise((resolve) => setTimeout(() => resolve(new Date()), 20));
StartedAt = started;
