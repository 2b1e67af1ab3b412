/** The driver as a module of its own, so that a bundler puts it into a file of its own; see `load-driver.ts`. */
export * as mongodb from 'mongodb';
