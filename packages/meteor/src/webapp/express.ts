/** Express as a module of its own, so that a bundler puts it into a file of its own; see `load-express.ts`. */
export { default as express } from 'express';
export { default as packageJson } from 'express/package.json' with { type: 'json' };
