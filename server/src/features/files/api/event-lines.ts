import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { callerGone } from '#api/calls/caller-gone';
import type { OwnerContext, RawReply } from '#api/calls/handlers';
import type { FILE_STREAMS, FileService, FileStream } from '#files/link/protocol';
import { Flow } from '#system/rpc/flow';
import { isRefusal } from '#faults/refusal';
import { fileFault } from './file-fault';
import { fileTarget } from '#sites/file-target';

/** More than any child of ours tells in one answer, characters. */
const ANSWER_CHARACTERS = 48 * 1024 * 1024;

/** JSON lines on their way to a browser; whoever tells faster than it reads is asked to wait. */
class EventLines extends Readable {
  /** One for all that came when it was full: several are on their way before whoever tells them hears of it. */
  private readonly flow = new Flow();
  private told = 0;

  constructor(private readonly onGone: () => void) {
    super({ encoding: 'utf8' });
  }

  override _read(): void {
    this.flow.release();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.onGone();
    this.flow.release();
    done(error);
  }

  tell(events: readonly unknown[]): void | Promise<void> {
    if (this.destroyed || events.length === 0) return undefined;
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    this.told += lines.length;
    if (this.told > ANSWER_CHARACTERS) return void this.destroy();
    if (this.push(lines)) return undefined;
    this.flow.hold(true);
    return this.flow.taken();
  }

  end(): void {
    if (!this.destroyed) this.push(null);
  }
}

interface Streaming<S extends FileStream> {
  readonly stream: S;
  readonly body: z.output<(typeof FILE_STREAMS)[S]['body']>;
}

/**
 * The events of a stream as JSON lines. What fails before the first of them is a refusal as of any call, later the last
 * line. Whoever closes the connection ends what it asked for.
 */
export function eventLines<S extends FileStream>(
  { service, log }: { readonly service: FileService; readonly log: Logger },
  { stream, body }: Streaming<S>,
  context: OwnerContext,
): Promise<RawReply> {
  const gone = callerGone(context);
  const ended = new AbortController();
  const signal = AbortSignal.any([gone, ended.signal]);
  const lines = new EventLines(() => ended.abort());
  const reply: RawReply = {
    status: 200,
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // The front door passes on each line as it comes.
      'x-accel-buffering': 'no',
    },
    body: lines,
  };
  return new Promise((resolve, reject) => {
    let begun = false;
    const onProgress = ({ events }: { events: unknown[] }) => {
      const taken = lines.tell(events);
      begun = true;
      resolve(reply);
      return taken;
    };
    const request = { ...fileTarget(context.scope.host), stream, body };
    const fail = (error: Error) => {
      if (!begun) return reject(error);
      if (!isRefusal(error) && !signal.aborted) log.error({ err: error, stream }, 'bug');
      void lines.tell([{ is: 'failed', fault: fileFault(error, context.locale) }]);
      lines.end();
    };
    const settle = () => {
      lines.end();
      resolve(reply);
    };
    service.call('stream', request, { signal, onProgress }).then(settle, fail);
  });
}
