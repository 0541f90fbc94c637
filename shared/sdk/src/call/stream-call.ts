import { kernel } from '../kernel/kernel';
import { clientFault } from './client-faults';
import type { StreamCall } from './stream-exchange';

/**
 * Makes one call whose answer comes piece by piece, and tells the lines of each piece together, parsed. The line `end`
 * is told and is the last; `failed`, a refusal, a cut connection and an abort reject with a plain `Fault`. Leaving the loop
 * closes the connection. Throws at once where the shell is older than streams.
 */
export const streamCall: StreamCall = (def, input, options) => {
  const { streamCall: make, store } = kernel();
  if (!make) throw clientFault('outdated', store.getState().settings.locale);
  return make(def, input, options);
};
