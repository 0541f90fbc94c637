import type { Fault } from '@sitedeck/contract';
import type { ClientFaultReason } from './client-faults';
import { isFault } from './to-fault';

/** What can end a stream in the page itself; `cut`: before its last line. */
export type StreamFaultReason = ClientFaultReason | 'cut';

interface Reading {
  readonly signal: AbortSignal;
  readonly faultOf: (reason: StreamFaultReason) => Fault;
}

type Event = Readonly<Record<string, unknown>>;

const isEvent = (read: unknown): read is Event => typeof read === 'object' && read !== null && 'is' in read;

function eventOf(line: string, faultOf: Reading['faultOf']): Event {
  try {
    const read: unknown = JSON.parse(line);
    if (isEvent(read)) return read;
  } catch {
    // No JSON: reported below as a bad reply.
  }
  throw faultOf('bad-reply');
}

/** The next piece of the reply; `undefined` after the last. */
async function next(reader: ReadableStreamDefaultReader<Uint8Array>, { signal, faultOf }: Reading) {
  try {
    const { value, done } = await reader.read();
    return done ? undefined : value;
  } catch {
    throw faultOf(signal.aborted ? 'aborted' : 'cut');
  }
}

/** The events of a reply, grouped as they arrived, up to its `end`. Throws a `Fault` for any other end. */
export async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  reading: Reading,
): AsyncGenerator<readonly Event[], void, undefined> {
  const { signal, faultOf } = reading;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let bytes = await next(reader, reading); bytes; bytes = await next(reader, reading)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    const events = lines.filter(Boolean).map((line) => eventOf(line, faultOf));
    const failed = events.findIndex(({ is }) => is === 'failed');
    const received = failed < 0 ? events : events.slice(0, failed);
    if (received.length > 0) yield received;
    if (signal.aborted) throw faultOf('aborted');
    const fault = events[failed]?.['fault'];
    if (failed >= 0) throw isFault(fault) ? fault : faultOf('bad-reply');
    if (received.some(({ is }) => is === 'end')) return;
  }
  throw faultOf(signal.aborted ? 'aborted' : 'cut');
}
