export * from './package-registry.js';
export * from './running-bundle.js';
