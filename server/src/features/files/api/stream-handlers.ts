import type { consoleCalls } from '@sitedeck/contract';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers, OwnerContext, RawReply } from '#api/calls/handlers';
import { isRefusal } from '#faults/refusal';
import { fileFault } from '#files/link/file-fault';
import type { FILE_STREAMS, FileService, FileStream } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';
import { Flow } from '#system/rpc/flow';

/** Limit of one reply to a caller, larger than any reply of a child, characters. */
const REPLY_CHARACTERS = 48 * 1024 * 1024;

/** JSON lines on their way to a browser; a sender that is faster than the browser is asked to wait. */
class EventLines extends Readable {
  /** Several lines may arrive after the buffer was full: they all wait for the same release. */
  private readonly flow = new Flow();
  private sent = 0;

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

  send(events: readonly unknown[]): void | Promise<void> {
    if (this.destroyed || events.length === 0) return undefined;
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    this.sent += lines.length;
    if (this.sent > REPLY_CHARACTERS) return void this.destroy();
    if (this.push(lines)) return undefined;
    this.flow.hold(true);
    return this.flow.taken();
  }

  end(): void {
    if (!this.destroyed) this.push(null);
  }
}

interface StreamRequest<S extends FileStream> {
  readonly stream: S;
  readonly body: z.output<(typeof FILE_STREAMS)[S]['body']>;
}

/**
 * Replies with the events of a stream as JSON lines. A failure before the first event is an ordinary refusal; a later one
 * is the last line. When the caller disconnects, the work ends.
 */
export function streamReply<S extends FileStream>(
  { service, log }: { readonly service: FileService; readonly log: Logger },
  { stream, body }: StreamRequest<S>,
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
      // Makes nginx pass on each line at once.
      'x-accel-buffering': 'no',
    },
    body: lines,
  };
  return new Promise((resolve, reject) => {
    let begun = false;
    const onProgress = ({ events }: { events: unknown[] }) => {
      const taken = lines.send(events);
      begun = true;
      resolve(reply);
      return taken;
    };
    const request = { ...fileTarget(context.scope.host), stream, body };
    const fail = (error: Error) => {
      if (!begun) return reject(error);
      if (!isRefusal(error) && !signal.aborted) log.error({ err: error, stream }, 'bug');
      void lines.send([{ is: 'failed', fault: fileFault(error, context.locale) }]);
      lines.end();
    };
    const settle = () => {
      lines.end();
      resolve(reply);
    };
    service.call('stream', request, { signal, onProgress }).then(settle, fail);
  });
}

/** Calls that send results while they are still working. */
export function streamHandlers(
  service: FileService,
  log: Logger,
): Handlers<Pick<typeof consoleCalls, 'searchFiles' | 'measureFolders'>> {
  const parts = { service, log };
  return {
    searchFiles: ({ body }, context) => streamReply(parts, { stream: 'searchFiles', body }, context),
    measureFolders: ({ body }, context) => streamReply(parts, { stream: 'measureFolders', body }, context),
  };
}
