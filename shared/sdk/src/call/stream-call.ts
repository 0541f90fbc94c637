import { kernel } from '../kernel/kernel';
import { clientFault } from './client-faults';
import { openLines } from './open-lines';
import { makeStreamCall, type StreamCall } from './stream-exchange';

/**
 * Makes one call whose answer comes piece by piece, and tells the lines of each piece together, parsed. The line `end`
 * is told and is the last; `failed`, a refusal, a cut connection and an abort reject with a plain `Fault`. Leaving the loop
 * closes the connection. Throws at once where the shell is older than streams.
 */
export const streamCall: StreamCall = (def, input, options) => {
  const { exchangeBy, store } = kernel();
  const locale = () => store.getState().settings.locale;
  if (!exchangeBy) throw clientFault('outdated', locale());
  return makeStreamCall(exchangeBy(openLines), locale)(def, input, options);
};
