import { HASH_LATER, type Fault } from '@sitedeck/contract';
import { contentHash, isUnreadable } from '@sitedeck/sdk/content-hash';
import type { Ledger } from './ledger';
import { incompleteFault, isFinal, isTemporary } from './lost-connection';
import { bytesIn, missingSlices, type ByteRange } from './ranges';
import type { uploadFault } from './upload-faults';
import type { UploadItem, UploadUnit } from './upload-plan';
import type { KnownFile, SentFile, SentPart, UploadServer } from './upload-server';

/** Tries without progress before a file fails. */
const TRIES_WITHOUT_GAIN = 5;

export interface SendContext {
  readonly uploadId: string;
  readonly folder: string;
  readonly server: UploadServer;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
  readonly sliceBytes: number;
  readonly toFault: (error: unknown) => Fault;
  readonly ownFault: (reason: Parameters<typeof uploadFault>[0]) => Fault;
  readonly pause: (attempt: number, signal: AbortSignal) => Promise<void>;
  /** Called when the connection is lost and when it is back. */
  readonly onLost: (lost: boolean) => void;
  /** Bytes of a file that arrived before, by its path. */
  readonly arrived: ReadonlyMap<string, readonly ByteRange[]>;
}

/**
 * Finds a file by its path relative to the upload's folder or by its complete path; the server may use
 * either.
 */
export function makeFindByPath<F extends { path: string }>(files: readonly F[], folder: string) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const prefix = folder === '/' ? '/' : `${folder}/`;
  return ({ path }: UploadItem): F | undefined => byPath.get(path) ?? byPath.get(prefix + path);
}

/** Sends until every file of the unit is done or failed. Rejects only with a fault that ends the whole upload. */
export async function sendUnit(unit: UploadUnit, context: SendContext): Promise<void> {
  if (unit.is === 'file') return sendOrFail(unit.item, context);
  try {
    await sendBatch(unit.items, context);
  } catch (error) {
    const fault = context.toFault(error);
    if (context.signal.aborted || isFinal(fault)) throw fault;
    // The batch was refused: send its files one by one, so that only the faulty one fails.
    for (const item of unit.items.filter(context.ledger.isOpen)) await sendOrFail(item, context);
  }
}

async function sendOrFail(item: UploadItem, context: SendContext, way = sendTwice): Promise<void> {
  if (!context.ledger.isOpen(item)) return;
  try {
    context.ledger.done(item, await way(item, context));
  } catch (error) {
    const fault = context.toFault(error);
    if (context.signal.aborted || isFinal(fault)) throw fault;
    context.ledger.fail(item, fault);
  }
}

/** Path of a file that was sent, if it was stored under another name. */
type StoredPath = string | undefined;

/** Sends a complete file once more if its hash did not match. */
async function sendTwice(item: UploadItem, context: SendContext): Promise<StoredPath> {
  try {
    return await sendFile(item, context.arrived.get(item.path) ?? [], context);
  } catch (error) {
    if (context.toFault(error).reason !== 'hash-mismatch') throw error;
    context.ledger.confirm(item, 0);
    return sendFromStart(item, context);
  }
}

const sendFromStart = (item: UploadItem, context: SendContext) => sendFile(item, [], context);

async function sendFile(
  item: UploadItem,
  arrived: readonly ByteRange[],
  context: SendContext,
): Promise<StoredPath> {
  const { blob } = item;
  if (!blob) throw context.ownFault('not-chosen-again');
  const hash = contentHash(blob, context.signal);
  // Awaited with the last slice only; this avoids an unhandled rejection when no slice is sent.
  hash.catch(() => undefined);
  let received = arrived;
  context.ledger.confirm(item, bytesIn(received));
  for (let tries = 1; ;) {
    const before = bytesIn(received);
    try {
      return await sendMissing({ item, blob, hash, received }, context);
    } catch (error) {
      const fault = context.toFault(error);
      if (context.signal.aborted) throw fault;
      if (await isUnreadable(blob)) throw context.ownFault('file-unreadable');
      if (!isTemporary(fault)) throw fault;
      const known = makeFindByPath(await queryUntilReply(tries, context), context.folder)(item);
      if (known?.done) return known.to;
      received = known?.received ?? [];
      context.ledger.confirm(item, bytesIn(received));
      tries = bytesIn(received) > before ? 1 : tries + 1;
      if (tries > TRIES_WITHOUT_GAIN) throw fault;
    }
  }
}

interface Sending {
  readonly item: UploadItem;
  readonly blob: Blob;
  readonly hash: Promise<string>;
  readonly received: readonly ByteRange[];
}

async function sendMissing(
  { item, blob, hash, received }: Sending,
  context: SendContext,
): Promise<StoredPath> {
  const { path, size: total } = item;
  const slices = missingSlices(total, received, context.sliceBytes);
  // All bytes arrived but the file is not complete: sending the last slice makes the server check again.
  if (slices.length === 0) slices.push([Math.max(0, total - context.sliceBytes), total]);
  let confirmed = bytesIn(received);
  let reply: SentFile | undefined;
  for (const slice of slices) {
    context.signal.throwIfAborted();
    if (!context.ledger.isOpen(item)) return undefined;
    const hashField = slice === slices.at(-1) ? await hash : HASH_LATER;
    const part = { path, blob: blob.slice(slice[0], slice[1]), hash: hashField, ...choiceOf(item) };
    reply = makeFindByPath(await send([part], context, { slice, total }), context.folder)(item);
    if (reply?.failed !== undefined) throw refused(reply);
    confirmed = Math.min(total, confirmed + slice[1] - slice[0]);
    context.ledger.confirm(item, confirmed);
  }
  if (!reply?.done) throw incompleteFault(path);
  return reply.to;
}

const choiceOf = ({ ifExists }: UploadItem) => ({ ifExists: ifExists ?? 'refuse' }) as const;

/** The parts of a batch, without files that can't be read. */
async function partsOf(items: readonly UploadItem[], context: SendContext): Promise<SentPart[]> {
  const parts = items.map(async (item): Promise<SentPart[]> => {
    const { path, blob } = item;
    try {
      if (!blob) throw context.ownFault('not-chosen-again');
      return [{ path, blob, hash: await contentHash(blob, context.signal), ...choiceOf(item) }];
    } catch (error) {
      context.signal.throwIfAborted();
      context.ledger.fail(item, blob ? context.ownFault('file-unreadable') : context.toFault(error));
      return [];
    }
  });
  return (await Promise.all(parts)).flat();
}

async function sendBatch(items: readonly UploadItem[], context: SendContext): Promise<void> {
  for (let tries = 1; ;) {
    const parts = await partsOf(items.filter(context.ledger.isOpen), context);
    const open = items.filter(context.ledger.isOpen);
    if (open.length === 0) return;
    try {
      context.signal.throwIfAborted();
      const mismatched = settle(open, await send(parts, context), context);
      for (const item of mismatched) await sendOrFail(item, context, sendFromStart);
      if (open.some(context.ledger.isOpen)) throw incompleteFault(context.folder);
    } catch (error) {
      const fault = context.toFault(error);
      if (context.signal.aborted || isFinal(fault)) throw fault;
      settle(open, await queryUntilReply(tries, context), context);
      tries = open.some((item) => !context.ledger.isOpen(item)) ? 1 : tries + 1;
      if (!isTemporary(fault) || tries > TRIES_WITHOUT_GAIN) throw fault;
    }
  }
}

/** @returns the files whose hash did not match */
function settle(
  items: readonly UploadItem[],
  replies: readonly (SentFile | KnownFile)[],
  { folder, ledger }: SendContext,
): UploadItem[] {
  const find = makeFindByPath(replies, folder);
  const mismatched: UploadItem[] = [];
  for (const item of items) {
    const reply = find(item);
    if (reply?.done) ledger.done(item, reply.to);
    else if (reply && 'failed' in reply && reply.failed !== undefined) {
      if (reply.reason === 'hash-mismatch') mismatched.push(item);
      else ledger.fail(item, refused(reply));
    }
  }
  return mismatched;
}

const refused = ({ failed = '', reason = 'file-refused' }: SentFile): Fault => ({
  code: '400',
  reason,
  message: failed,
});

async function send(
  items: readonly SentPart[],
  { server, uploadId, folder, signal, ledger }: SendContext,
  range?: { slice: ByteRange; total: number },
): Promise<readonly SentFile[]> {
  if (items.length === 0) return [];
  const request = ledger.follow(items.map(({ path }) => path));
  signal.addEventListener('abort', request.abort);
  try {
    const { sent: onSent, signal: own } = request;
    return await server.send({ uploadId, folder, items, signal: own, onSent, ...(range && { range }) });
  } finally {
    signal.removeEventListener('abort', request.abort);
    request.end();
  }
}

/** Asks which bytes have arrived, and repeats until the server answers. */
export async function queryUntilReply(
  tries: number,
  context: Pick<SendContext, 'onLost' | 'pause' | 'signal' | 'server' | 'uploadId' | 'toFault'>,
): Promise<readonly KnownFile[]> {
  context.onLost(true);
  try {
    for (let attempt = tries - 1; ; attempt += 1) {
      await context.pause(attempt, context.signal);
      context.signal.throwIfAborted();
      const known = await queryOnce(context);
      if (known) return known;
    }
  } finally {
    context.onLost(false);
  }
}

/** Undefined if the request was lost. */
export async function queryOnce({
  server,
  uploadId,
  signal,
  toFault,
}: Pick<SendContext, 'server' | 'uploadId' | 'signal' | 'toFault'>): Promise<
  readonly KnownFile[] | undefined
> {
  try {
    return await server.status(uploadId, signal);
  } catch (error) {
    const fault = toFault(error);
    if (signal.aborted || !isTemporary(fault)) throw fault;
    return undefined;
  }
}
