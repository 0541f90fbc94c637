import type { Fault } from '@sitedeck/contract';
import type { Ledger } from './ledger';
import { incomplete, isFinal, isPassing } from './lost-connection';
import { bytesIn, missingSlices, type ByteRange } from './ranges';
import type { UploadItem, UploadUnit } from './upload-plan';
import type { KnownFile, SentFile, UploadServer } from './upload-server';

/** A file that the server answers for, but of which nothing more arrives, is given up after so many tries. */
const TRIES_WITHOUT_GAIN = 5;

export interface SendContext {
  readonly uploadId: string;
  readonly folder: string;
  readonly server: UploadServer;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
  readonly sliceBytes: number;
  readonly toFault: (error: unknown) => Fault;
  readonly pause: (attempt: number, signal: AbortSignal) => Promise<void>;
  /** Told when the connection is lost and when it is back. */
  readonly onLost: (lost: boolean) => void;
}

/** The server may name a file by its path below the folder of the upload or by its whole path. */
function find<F extends { path: string }>(
  files: readonly F[],
  folder: string,
  item: UploadItem,
): F | undefined {
  const whole = folder === '/' ? `/${item.path}` : `${folder}/${item.path}`;
  return files.find(({ path }) => path === item.path || path === whole);
}

/** Sends until every file of the unit is done or failed. Rejects only with a fault that ends the whole upload. */
export async function sendUnit(unit: UploadUnit, context: SendContext): Promise<void> {
  if (unit.is === 'file') return sendOrFail(unit.item, context);
  try {
    await sendBatch(unit.items, context);
  } catch (error) {
    const fault = context.toFault(error);
    if (context.signal.aborted || isFinal(fault)) throw fault;
    // Refused as a whole: one by one, so that only the file at fault fails.
    for (const item of unit.items.filter(context.ledger.isOpen)) await sendOrFail(item, context);
  }
}

async function sendOrFail(item: UploadItem, context: SendContext): Promise<void> {
  try {
    await sendFile(item, context);
    context.ledger.done(item);
  } catch (error) {
    const fault = context.toFault(error);
    if (context.signal.aborted || isFinal(fault)) throw fault;
    context.ledger.fail(item, fault);
  }
}

async function sendFile(item: UploadItem, context: SendContext): Promise<void> {
  let received: readonly ByteRange[] = [];
  for (let tries = 1; ;) {
    const before = bytesIn(received);
    try {
      return await sendMissing(item, received, context);
    } catch (error) {
      const fault = context.toFault(error);
      if (context.signal.aborted || !isPassing(fault)) throw fault;
      const known = find(await askAgain(tries, context), context.folder, item);
      if (known?.done) return;
      received = known?.received ?? [];
      context.ledger.confirm(item, bytesIn(received));
      tries = bytesIn(received) > before ? 1 : tries + 1;
      if (tries > TRIES_WITHOUT_GAIN) throw fault;
    }
  }
}

async function sendMissing(
  item: UploadItem,
  received: readonly ByteRange[],
  context: SendContext,
): Promise<void> {
  const total = item.blob.size;
  const slices = missingSlices(total, received, context.sliceBytes);
  // Nothing is missing and yet the file is not in its place: its last slice makes the server look again.
  if (slices.length === 0) slices.push([Math.max(0, total - context.sliceBytes), total]);
  let confirmed = bytesIn(received);
  let answer: SentFile | undefined;
  for (const slice of slices) {
    context.signal.throwIfAborted();
    const part = { path: item.path, blob: item.blob.slice(slice[0], slice[1]) };
    answer = find(await send([part], context, { slice, total }), context.folder, item);
    if (answer?.failed !== undefined) throw refused(answer.failed);
    confirmed = Math.min(total, confirmed + slice[1] - slice[0]);
    context.ledger.confirm(item, confirmed);
  }
  if (!answer?.done) throw incomplete(item.path);
}

async function sendBatch(items: readonly UploadItem[], context: SendContext): Promise<void> {
  for (let tries = 1; ;) {
    const open = items.filter(context.ledger.isOpen);
    if (open.length === 0) return;
    try {
      context.signal.throwIfAborted();
      settle(open, await send(open, context), context);
      if (open.some(context.ledger.isOpen)) throw incomplete(context.folder);
    } catch (error) {
      const fault = context.toFault(error);
      if (context.signal.aborted || isFinal(fault)) throw fault;
      settle(open, await askAgain(tries, context), context);
      tries = open.some((item) => !context.ledger.isOpen(item)) ? 1 : tries + 1;
      if (!isPassing(fault) || tries > TRIES_WITHOUT_GAIN) throw fault;
    }
  }
}

function settle(
  items: readonly UploadItem[],
  answers: readonly (SentFile | KnownFile)[],
  context: SendContext,
): void {
  const byPath = new Map(answers.map((answer) => [answer.path, answer]));
  const prefix = context.folder === '/' ? '/' : `${context.folder}/`;
  for (const item of items) {
    const answer = byPath.get(item.path) ?? byPath.get(prefix + item.path);
    if (answer?.done) context.ledger.done(item);
    else if (answer && 'failed' in answer && answer.failed !== undefined) {
      context.ledger.fail(item, refused(answer.failed));
    }
  }
}

const refused = (message: string): Fault => ({ code: '400', reason: 'file-refused', message });

async function send(
  items: readonly UploadItem[],
  { server, uploadId, folder, signal, ledger }: SendContext,
  range?: { slice: ByteRange; total: number },
): Promise<readonly SentFile[]> {
  const [head] = items;
  if (!head) return [];
  const request = ledger.follow(head);
  try {
    const onSent = request.sent;
    return await server.send({ uploadId, folder, items, signal, onSent, ...(range && { range }) });
  } finally {
    request.end();
  }
}

/** Asks what has arrived, as often as it takes to get an answer: a line that is down is waited for. */
async function askAgain(tries: number, context: SendContext): Promise<readonly KnownFile[]> {
  context.onLost(true);
  try {
    for (let attempt = tries - 1; ; attempt += 1) {
      await context.pause(attempt, context.signal);
      context.signal.throwIfAborted();
      const known = await askOnce(context);
      if (known) return known;
    }
  } finally {
    context.onLost(false);
  }
}

/** Nothing where the question did not get through. */
async function askOnce({
  server,
  uploadId,
  signal,
  toFault,
}: SendContext): Promise<readonly KnownFile[] | undefined> {
  try {
    return await server.status(uploadId, signal);
  } catch (error) {
    const fault = toFault(error);
    if (signal.aborted || !isPassing(fault)) throw fault;
    return undefined;
  }
}
