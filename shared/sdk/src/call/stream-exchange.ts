import type { CallEvent, CallShape, Fault, Locale } from '@sitedeck/contract';
import { clientFault, type ClientFaultReason } from './client-faults';
import { makeExchange, type CallOptions, type Exchange, type ExchangeDeps, type InputOf } from './exchange';
import { openLines } from './open-lines';
import { eventsIn } from './stream-lines';

export type StreamOptions = Pick<CallOptions, 'signal' | 'hostCode' | 'headers' | 'quiet'>;

/** A call whose answer is JSON lines. */
type Streaming = CallShape & {
  readonly replyForm: 'stream';
  readonly event: NonNullable<CallShape['event']>;
};

export type StreamCall = <C extends Streaming>(
  def: C,
  input: InputOf<C>,
  options?: StreamOptions,
) => AsyncGenerator<readonly CallEvent<C>[], void, undefined>;

export const streamsOf = (parts: ExchangeDeps, locale: () => Locale): StreamCall =>
  makeStreamCall(makeExchange(parts, openLines), locale);

function makeStreamCall(exchange: Exchange, locale: () => Locale): StreamCall {
  return async function* streaming(def, input, { signal, ...options } = {}) {
    const stop = new AbortController();
    const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const faultOf = (reason: ClientFaultReason): Fault => clientFault(reason, locale());
    try {
      const { res } = await exchange(def, input, { ...options, signal: both });
      if (!(res instanceof ReadableStream)) throw faultOf('bad-reply');
      // The server parsed each line before it sent it; an older page must bear a newer server's additions.
      const events = eventsIn(res as ReadableStream<Uint8Array>, { signal: both, faultOf });
      yield* events as AsyncGenerator<readonly CallEvent<typeof def>[], void, undefined>;
    } finally {
      // Whoever stops listening ends what runs for it on the server.
      stop.abort();
    }
  };
}
