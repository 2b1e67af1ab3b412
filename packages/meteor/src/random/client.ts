export { Random, type RandomGenerator, type SeededRandomGenerator } from './random.js';
