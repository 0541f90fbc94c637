import { UPLOAD_CHUNK_BYTES, type Fault } from '@sitedeck/contract';
import { makeLedger } from './ledger';
import { pauseBeforeRetry } from './lost-connection';
import { sendUnit, type SendContext } from './send-unit';
import { planUpload, type UploadItem, type UploadUnit } from './upload-plan';
import type { UploadServer } from './upload-server';
import { uploadResult, type UploadResult, type UploadSnapshot } from './upload-state';

/** Units on the way at once after the first file: enough to hide the round trip, few enough for a thin line. */
const LANES = 3;

export interface UploadParts {
  readonly server: UploadServer;
  readonly toFault: (error: unknown) => Fault;
  readonly sliceBytes?: number;
  /** Waits before try number `attempt` (from 0). */
  readonly pause?: SendContext['pause'];
}

export interface Upload {
  readonly snapshot: () => UploadSnapshot;
  readonly subscribe: (listener: () => void) => () => void;
  readonly cancel: () => void;
  /** Resolves when the upload has ended; rejects with the fault when the server refused to begin it. */
  readonly ended: Promise<UploadResult>;
}

/** Sends `items` into `folder`. A file that fails is marked, the next one goes on. */
export function startUpload(folder: string, items: readonly UploadItem[], parts: UploadParts): Upload {
  const ledger = makeLedger(folder, items);
  const stop = new AbortController();
  return {
    snapshot: ledger.snapshot,
    subscribe: ledger.subscribe,
    cancel() {
      if (stop.signal.aborted || ledger.snapshot().phase.is === 'ended') return;
      ledger.enter({ is: 'cancelling' });
      stop.abort();
    },
    ended: run(folder, items, { ...parts, ledger, signal: stop.signal }),
  };
}

type RunParts = UploadParts & Pick<SendContext, 'ledger' | 'signal'>;

async function run(folder: string, items: readonly UploadItem[], parts: RunParts): Promise<UploadResult> {
  const { ledger, signal, server } = parts;
  const bytes = ledger.snapshot().bytesTotal;
  const uploadId = await server
    .begin({ folder, files: items.length, bytes, signal })
    .catch((error: unknown) => {
      ledger.enter({ is: 'ended', result: signal.aborted ? 'STOP' : 'RUNNING_FAIL' });
      throw parts.toFault(error);
    });
  if (!signal.aborted) ledger.enter({ is: 'sending' });
  const halt = await sendAll(items, contextOf(folder, uploadId, parts));
  const cancelled = signal.aborted || halt?.reason === 'upload-stopped';
  if (halt && !cancelled) for (const item of items) ledger.fail(item, halt);
  await tellEnd(uploadId, cancelled, parts);
  const result = uploadResult(ledger.failedFiles().length, cancelled);
  ledger.enter({ is: 'ended', result });
  return result;
}

function contextOf(folder: string, uploadId: string, parts: RunParts): SendContext {
  let lost = 0;
  return {
    ...parts,
    folder,
    uploadId,
    sliceBytes: parts.sliceBytes ?? UPLOAD_CHUNK_BYTES,
    pause: parts.pause ?? pauseBeforeRetry,
    onLost(isLost) {
      lost += isLost ? 1 : -1;
      if (!parts.signal.aborted) parts.ledger.enter({ is: lost > 0 ? 'reconnecting' : 'sending' });
    },
  };
}

/** Returns the fault that ended the upload before all its files were tried, if one did. */
async function sendAll(items: readonly UploadItem[], context: SendContext): Promise<Fault | undefined> {
  const { first, rest } = planUpload(items, context.sliceBytes);
  let halt: Fault | undefined;
  const work = async (queue: UploadUnit[]) => {
    for (let unit = queue.shift(); unit && !halt && !context.signal.aborted; unit = queue.shift()) {
      await sendUnit(unit, context).catch((error: unknown) => {
        halt = context.toFault(error);
      });
    }
  };
  await work(first ? [first] : []);
  await Promise.all(Array.from({ length: LANES }, () => work(rest)));
  return halt;
}

/** The lease ends the task should this get lost: nothing depends on the answer. */
async function tellEnd(id: string, cancelled: boolean, { server, ledger }: RunParts): Promise<void> {
  const failed = ledger.failedFiles().map(({ path, fault }) => ({ path, message: fault.message }));
  await server.end({ id, cancelled, failed }).catch(() => undefined);
}
