import type { Locale } from '@sitedeck/contract';
import { clientFault } from './client-faults';
import type { ExchangeDeps } from './exchange';
import type { StreamCall } from './stream-exchange';

/** Few pages read an answer while it comes: what does that is fetched with the first of them. */
export function lateStreams(parts: ExchangeDeps, locale: () => Locale): StreamCall {
  return async function* streaming(def, input, options) {
    const { streamsOf } = await import('./stream-exchange').catch(() => {
      throw clientFault('offline', locale());
    });
    yield* streamsOf(parts, locale)(def, input, options);
  };
}
