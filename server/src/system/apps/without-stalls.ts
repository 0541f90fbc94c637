import { asUnreachable, type ReportCause } from './catalogue-unreachable';

interface Flow {
  /** @param limit also ends when nothing comes for too long */
  readonly open: (limit: AbortSignal) => Promise<AsyncIterable<Buffer>>;
  readonly signal: AbortSignal;
  readonly stallMs: number;
  readonly report: ReportCause;
}

/** Passes bytes on, and breaks off with `catalogue-unreachable` if the source does, or sends nothing for too long. */
export async function* withoutStalls({ open, signal, stallMs, report }: Flow): AsyncGenerator<Buffer> {
  const stalled = new AbortController();
  const stop = () => stalled.abort(new DOMException('Nothing was received for too long', 'TimeoutError'));
  let timer = setTimeout(stop, stallMs);
  try {
    for await (const chunk of await open(AbortSignal.any([signal, stalled.signal]))) {
      // The time that the reader takes does not count.
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(stop, stallMs);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw asUnreachable(stalled.signal.aborted ? stalled.signal.reason : error, report);
  } finally {
    clearTimeout(timer);
  }
}
