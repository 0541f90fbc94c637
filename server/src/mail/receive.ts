import type { Socket } from 'node:net';
import { z } from 'zod';
import { MESSAGE_BYTES } from '#system/mail/message-size';
import { MailRefused } from './mail-refused';
import type { Spool, SpooledBody } from './spool';

/** Longest head of a message, bytes. */
export const HEAD_BYTES = 64 * 1024;
const REQUEST_BYTES = 1024;

/** First line of a connection. */
const Request = z.object({
  /** The sender that the program named. */
  from: z.string().max(320).optional(),
  /** Size of the message that follows: without it, half a message of a killed program would be sent. */
  bytes: z.number().int().min(0),
});

export interface ReceivedMail {
  readonly from: string | undefined;
  /** One byte per character, without the empty line. */
  readonly head: string;
  readonly body: SpooledBody;
}

type Chunks = AsyncIterator<Buffer>;

async function nextOf(chunks: Chunks): Promise<Buffer> {
  const next = await chunks.next();
  if (next.done === true) throw new MailRefused('the connection closed before the message was complete');
  return next.value;
}

interface Split {
  readonly before: Buffer;
  readonly after: Buffer;
}

/** Splits at the first match, which belongs to neither part. */
function splitAt(bytes: Buffer, end: RegExp): Split | undefined {
  const found = end.exec(bytes.toString('latin1'));
  return (
    (found && {
      before: bytes.subarray(0, found.index),
      after: bytes.subarray(found.index + found[0].length),
    }) ??
    undefined
  );
}

function parseRequest(line: Buffer): z.infer<typeof Request> {
  try {
    return Request.parse(JSON.parse(line.toString('utf8')));
  } catch {
    throw new MailRefused('the request is not readable');
  }
}

async function readRequest(chunks: Chunks) {
  let bytes = await nextOf(chunks);
  for (;;) {
    const split = splitAt(bytes.subarray(0, REQUEST_BYTES), /\n/);
    if (split) return { ...parseRequest(split.before), begun: bytes.subarray(split.before.length + 1) };
    if (bytes.length > REQUEST_BYTES) throw new MailRefused('the request is not readable');
    bytes = Buffer.concat([bytes, await nextOf(chunks)]);
  }
}

/** Exactly the announced bytes: what follows is not part of the message. */
async function* messageOf(chunks: Chunks, begun: Buffer, size: number): AsyncGenerator<Buffer> {
  let left = size;
  for (let chunk = begun; ; chunk = await nextOf(chunks)) {
    const piece = chunk.subarray(0, left);
    left -= piece.length;
    yield piece;
    if (left === 0) return;
  }
}

/** Keeps the head in memory, at most `HEAD_BYTES` and a piece, and writes the rest. */
async function readMessage(message: AsyncIterable<Buffer>, body: SpooledBody): Promise<string> {
  let head: Buffer | undefined;
  let begun: Buffer = Buffer.alloc(0);
  for await (const piece of message) {
    if (head) {
      await body.write(piece);
      continue;
    }
    begun = Buffer.concat([begun, piece]);
    const split = splitAt(begun, /\r?\n\r?\n/);
    if ((split?.before ?? begun).length > HEAD_BYTES)
      throw new MailRefused(`its header is larger than ${HEAD_BYTES / 1024} KB`);
    if (split) [head] = [split.before, await body.write(split.after)];
  }
  return (head ?? begun).toString('latin1').trimEnd();
}

/**
 * Receives one message. Rejects with `MailRefused`. The caller closes `body`, and bounds the time by destroying the
 * socket.
 */
export async function receiveMail(socket: Socket, spool: Spool): Promise<ReceivedMail> {
  const body = await spool.open();
  // Not destroyed with the iteration, since the answer is sent on it.
  const chunks = (socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[
    Symbol.asyncIterator
  ]();
  try {
    const { from, bytes, begun } = await readRequest(chunks);
    if (bytes > MESSAGE_BYTES) throw new MailRefused(`it is larger than ${MESSAGE_BYTES / 1024 ** 2} MB`);
    return { from, head: await readMessage(messageOf(chunks, begun, bytes), body), body };
  } catch (error) {
    await body.close();
    throw error;
  } finally {
    await chunks.return?.();
  }
}
