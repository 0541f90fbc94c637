import type { CallEvent, CallShape, Fault, Locale } from '@sitedeck/contract';
import { clientFault } from './client-faults';
import type { CallOptions, Exchange, InputOf } from './call-shape';
import { eventsIn, type StreamFaultReason } from './stream-lines';

export type StreamOptions = Pick<CallOptions, 'signal' | 'hostCode' | 'headers' | 'quiet'>;

/** A call whose reply is JSON lines. */
type Streaming = CallShape & {
  readonly replyForm: 'stream';
  readonly event: NonNullable<CallShape['event']>;
};

export type StreamCall = <C extends Streaming>(
  def: C,
  input: InputOf<C>,
  options?: StreamOptions,
) => AsyncGenerator<readonly CallEvent<C>[], void, undefined>;

const CUT: Readonly<Record<Locale, string>> = {
  'zh-CN': '服务器的答复中断了，请重试',
  'en-US': "The server's reply was cut off. Try again",
};

export function makeStreamCall(exchange: Exchange, locale: () => Locale): StreamCall {
  return async function* streaming(def, input, { signal, ...options } = {}) {
    const stop = new AbortController();
    const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const faultOf = (reason: StreamFaultReason): Fault =>
      reason === 'cut' ? { code: '0', reason, message: CUT[locale()] } : clientFault(reason, locale());
    try {
      const { res } = await exchange(def, input, { ...options, signal: both });
      if (!(res instanceof ReadableStream)) throw faultOf('bad-reply');
      // The server parsed each line before it sent it; an older page must accept a newer server's additions.
      const events = eventsIn(res as ReadableStream<Uint8Array>, { signal: both, faultOf });
      yield* events as AsyncGenerator<readonly CallEvent<typeof def>[], void, undefined>;
    } finally {
      // When the reader stops reading, this ends the server's work for it.
      stop.abort();
    }
  };
}
