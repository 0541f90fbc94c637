import { request, type IncomingMessage } from 'node:http';
import { ContentHeader, LENGTH_DIGITS } from '#files/link/contents-format';
import type { FileService, FileTarget } from '#files/link/protocol';
import { Refusal } from '#faults/refusal';

/** A header is a short JSON text. */
const HEADER_MAX = 1000;

export type ReadFile =
  | (Extract<ContentHeader, { is: 'content' }> & { readonly content: Buffer })
  | Extract<ContentHeader, { is: 'failed' }>;

const damaged = (): Refusal => new Refusal('engine-down');

/** Reads exact numbers of bytes from a stream. A tenant's program may have written it. */
class ByteQueue {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: IncomingMessage) {
    this.chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.rest.length === 0) await this.fill();
      const piece = this.rest.subarray(0, missing);
      this.rest = this.rest.subarray(piece.length);
      pieces.push(piece);
      missing -= piece.length;
    }
    return pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);
  }

  private async fill(): Promise<void> {
    const next = await this.chunks.next();
    if (next.done === true) throw damaged();
    this.rest = next.value;
  }
}

function open(socketPath: string, ticket: string, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path: `/ticket/${ticket}`, agent: false, signal }, (reply) => {
      if (reply.statusCode === 200) return resolve(reply);
      reply.destroy();
      reject(damaged());
    });
    sent.once('error', (error) => reject(signal.aborted ? error : damaged()));
    sent.end();
  });
}

async function nextFile(queue: ByteQueue, most: number): Promise<ReadFile> {
  const length = Number((await queue.take(LENGTH_DIGITS)).toString('latin1'));
  if (!Number.isInteger(length) || length < 1 || length > HEADER_MAX) throw damaged();
  const header = ContentHeader.parse(JSON.parse((await queue.take(length)).toString('utf8')));
  if (header.is === 'failed') return header;
  if (header.bytes > most) throw damaged();
  return { ...header, content: await queue.take(header.bytes) };
}

/**
 * Reads files of a host, each up to `most` bytes; its own child reads them, so that no link leads out of the tree.
 * @param paths characters are bytes
 */
export async function* readContents(
  files: FileService,
  target: FileTarget,
  { paths, most, signal }: { readonly paths: string[]; readonly most: number; readonly signal: AbortSignal },
): AsyncGenerator<ReadFile> {
  const ticket = await files.call(
    'ticket',
    { ...target, grant: { type: 'contents', paths, most } },
    { signal },
  );
  if (ticket.is === 'static') throw new Error('A ticket was requested, not a path');
  const source = await open(ticket.socket, ticket.ticket, signal);
  try {
    const queue = new ByteQueue(source);
    for (let count = 0; count < paths.length; count += 1) yield await nextFile(queue, most);
  } finally {
    source.destroy();
  }
}
