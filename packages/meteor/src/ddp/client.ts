export type * from '@bolide/meteor/ddp-client';
export { DDP } from '@bolide/meteor/ddp-client';
