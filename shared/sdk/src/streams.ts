/** Answers that are read while they come. Not of the console's first script: whoever needs it takes it along. */
export { streamCall } from './call/stream-call';
export type { StreamCall, StreamOptions } from './call/stream-exchange';
