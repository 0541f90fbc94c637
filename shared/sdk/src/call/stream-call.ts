import { kernel } from '../kernel/cell';
import { clientFault } from './client-faults';
import { openLines } from './open-lines';
import { makeStreamCall, type StreamCall } from './stream-exchange';

/**
 * Makes one call whose reply arrives in pieces, and yields the parsed lines of each piece together. The last
 * line is `end`; `failed`, a refusal, a lost connection and an abort reject with a plain `Fault`. Leaving the
 * loop closes the connection. Throws at once when the shell is older than streams.
 */
export const streamCall: StreamCall = (def, input, options) => {
  const { exchangeBy, store } = kernel();
  const locale = () => store.getState().settings.locale;
  if (!exchangeBy) throw clientFault('outdated', locale());
  return makeStreamCall(exchangeBy(openLines), locale)(def, input, options);
};
