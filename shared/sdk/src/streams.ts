/**
 * Calls whose reply is read while it arrives. Not part of the console's first script: features that need it
 * import it.
 */
export { streamCall } from './call/stream-call';
export type { StreamCall, StreamOptions } from './call/stream-exchange';
