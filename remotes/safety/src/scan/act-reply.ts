import type { actOnFindings, CallReply } from '@sitedeck/contract';

/** Files with which an act was done, and those that are as before. */
export type ActReply = CallReply<typeof actOnFindings>;
