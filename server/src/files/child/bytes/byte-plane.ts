import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { localeOf } from '#system/text/accept-language';
import type { StreamReport } from '#files/link/child-messages';
import type { OpenFile } from '../tree/open-file';
import type { Disk } from '../disk';
import { sendFault, sendOk, wordsIn } from './http-reply';
import type { Tickets } from './tickets';
import { receive, uploadIdOf } from '../upload/receive';
import type { Uploads } from '../upload/uploads';
import type { Selection } from '../zip/check-selection';
import { withTotals } from '../zip/pack-progress';
import type { PackPool } from '../zip/pack-pool';
import { SparseAllowance } from '../zip/sparse-allowance';
import { sendContents, type ContentsGrant } from '../scan/send-contents';
import { writeZip, type ZipProgress } from '../zip/zip-writer';

/** Longer than nginx keeps an unused connection, ms: this side never closes one while nginx sends a request. */
const KEEP_ALIVE_MS = 90_000;
const READ_BYTES = 512 * 1024;
/** At most this much of a refused body is read, bytes. */
const DRAIN_BYTES = 64 * 1024 * 1024;

export interface BytePlaneParts {
  readonly disk: Disk;
  readonly uploads: Uploads;
  readonly tickets: Tickets;
  readonly pool: PackPool;
  /** Settles when the response may be sent. */
  readonly onUploaded: (id: string, current: string | undefined) => Promise<void>;
  readonly onStream: (report: StreamReport) => void;
  /** Called before the response ends; settles when it may end. */
  readonly onStreamed: (report: StreamReport) => Promise<void>;
}

type RangeReply =
  | { readonly is: 'whole' }
  /** First and last byte, both included. */
  | { readonly is: 'part'; readonly from: number; readonly to: number }
  | { readonly is: 'unsatisfiable' };

/**
 * Reads one `bytes` range of RFC 9110. Any other header gets the complete file, even one with several ranges.
 */
function rangeOf(header: string | undefined, size: number): RangeReply {
  const match = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first !== '') return fromStart(Number(first), last === '' ? size - 1 : Number(last), size);
  if (last === '') return { is: 'whole' };
  // A suffix range: the last bytes.
  const count = Math.min(Number(last), size);
  return count === 0 ? { is: 'unsatisfiable' } : { is: 'part', from: size - count, to: size - 1 };
}

function fromStart(from: number, last: number, size: number): RangeReply {
  if (from >= size) return { is: 'unsatisfiable' };
  return last < from ? { is: 'whole' } : { is: 'part', from, to: Math.min(last, size - 1) };
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  content: OpenFile,
): Promise<void> {
  const { size, mtimeMs } = content.stats;
  const etag = `"${Math.trunc(mtimeMs).toString(36)}-${size.toString(36)}"`;
  const unchanged = [undefined, etag].includes(request.headers['if-range'] as string | undefined);
  const range = unchanged ? rangeOf(request.headers.range, size) : ({ is: 'whole' } as const);
  response.setHeader('accept-ranges', 'bytes').setHeader('etag', etag);
  response.setHeader('last-modified', new Date(mtimeMs).toUTCString());
  response.setHeader('content-type', 'application/octet-stream');
  if (range.is === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${size}`, 'content-length': 0 }).end();
    return;
  }
  const [from, to] = range.is === 'part' ? [range.from, range.to] : [0, size - 1];
  response.writeHead(range.is === 'part' ? 206 : 200, {
    'content-length': to - from + 1,
    ...(range.is === 'part' && { 'content-range': `bytes ${from}-${to}/${size}` }),
  });
  if (request.method === 'HEAD' || size === 0) return void response.end();
  const stream = createReadStream('', {
    fd: content.fd,
    autoClose: false,
    start: from,
    end: to,
    highWaterMark: READ_BYTES,
  });
  await pipeline(stream, response);
}

/** Reads a refused body to its end: a sender that is still writing would not read the response. */
function drained(request: IncomingMessage): Promise<boolean> {
  if (request.complete) return Promise.resolve(true);
  let left = DRAIN_BYTES;
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve(false);
    });
    request.once('end', () => resolve(true));
    request.once('close', () => resolve(request.complete));
    if (request.destroyed) resolve(false);
    request.resume();
  });
}

function sinkOf(response: ServerResponse, signal: AbortSignal) {
  return async (pieces: readonly Uint8Array[]): Promise<void> => {
    signal.throwIfAborted();
    // One write: a corked response that reports a full buffer never emits `drain`.
    const [first, ...more] = pieces;
    if (first === undefined) return;
    if (response.write(more.length === 0 ? first : Buffer.concat(pieces)) || response.destroyed) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        response.off('drain', go).off('close', go);
        resolve();
      };
      response.on('drain', go).on('close', go);
    });
  };
}

export class BytePlane {
  private readonly streams = new Map<string, AbortController>();
  private active = 0;
  readonly server: Server;

  constructor(private readonly parts: BytePlaneParts) {
    this.server = createServer(
      { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0, highWaterMark: 256 * 1024 },
      (request, response) => {
        this.active += 1;
        response.once('close', () => (this.active -= 1));
        void this.answer(request, response);
      },
    );
  }

  get busy(): boolean {
    return this.active > 0 || this.parts.tickets.count > 0;
  }

  stopStream(ticket: string): void {
    this.streams.get(ticket)?.abort();
    this.parts.tickets.drop(ticket);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const language = request.headers['accept-language'];
    try {
      const { pathname } = new URL(request.url ?? '/', 'http://child');
      if (pathname === '/upload' && request.method === 'POST') await this.upload(request, response);
      else if (pathname.startsWith('/ticket/'))
        await this.redeem(request, response, pathname.slice('/ticket/'.length));
      else response.writeHead(404).end();
    } catch (error) {
      if (await drained(request)) sendFault(response, error, language);
      else response.destroy();
    }
  }

  private async upload(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const words = wordsIn(localeOf(request.headers['accept-language']));
    try {
      const { uploadId, current, reply } = await receive(request, this.parts.uploads, words);
      await this.parts.onUploaded(uploadId, current);
      sendOk(response, reply);
    } catch (error) {
      // A task that was started for this failed request must not keep the workspace lock.
      await this.parts.onUploaded(uploadIdOf(request), undefined);
      throw error;
    }
  }

  private async redeem(request: IncomingMessage, response: ServerResponse, ticket: string): Promise<void> {
    const granted = this.parts.tickets.take(ticket);
    if (!granted) return void response.writeHead(404).end();
    if (granted.type === 'zip') return this.sendZip(response, { ...granted, ticket });
    if (granted.type === 'contents') return this.sendFiles(response, granted);
    using content = granted.content;
    await sendFile(request, response, content).catch(() => response.destroy());
  }

  private async sendFiles(response: ServerResponse, grant: ContentsGrant): Promise<void> {
    const stop = new AbortController();
    response.once('close', () => stop.abort());
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    try {
      await sendContents(grant, { disk: this.parts.disk, sink: sinkOf(response, stop.signal) });
      response.end();
    } catch {
      // The reader must see that its files were cut off.
      response.destroy();
    }
  }

  private async sendZip(
    response: ServerResponse,
    zip: Selection & { readonly stop: AbortController; readonly ticket: string; readonly filesTotal: number },
  ): Promise<void> {
    const { ticket, stop } = zip;
    this.streams.set(ticket, stop);
    response.once('close', () => stop.abort());
    response.writeHead(200, { 'content-type': 'application/zip' });
    let last: ZipProgress & { readonly rate?: number } = { files: 0, bytes: 0, failed: [] };
    const reportOf = (state: StreamReport['state']): StreamReport => ({
      ticket,
      state,
      files: last.files,
      filesTotal: zip.filesTotal,
      bytes: last.bytes,
      ...(last.rate !== undefined && { rate: last.rate }),
      failed: last.failed,
    });
    try {
      const { disk, pool } = this.parts;
      const job = {
        root: disk.root,
        paths: zip.paths,
        entriesMax: zip.entriesMax,
        sparseRoom: SparseAllowance.of(disk),
        pool,
        signal: stop.signal,
        sink: sinkOf(response, stop.signal),
        onProgress: withTotals(zip.filesTotal, (progress) => {
          last = progress;
          this.parts.onStream(reportOf('running'));
        }),
      };
      last = await pool.during(() => writeZip(job));
      await this.parts.onStreamed(reportOf('done'));
      response.end();
    } catch {
      // The browser must see a broken download, not an archive that is too short.
      response.destroy();
      this.parts.onStream(reportOf('failed'));
    } finally {
      this.streams.delete(ticket);
    }
  }
}
