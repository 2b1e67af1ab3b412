export { Hook, type HookHandle, type HookOptions } from './hook.js';
