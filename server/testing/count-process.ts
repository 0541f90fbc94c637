import { HostCode } from '@sitedeck/contract';
import { makeVisitStore } from '#sites/worker/visit-store';
import { openDb } from '#state/db';
import { countBatch } from '#system/access-log/count-visits';

/** A test process that counts a log in small batches until it is killed. */
const [, script = '', url, folder, code] = process.argv;
const BATCH_BYTES = 4096;

async function countOn(url: string, folder: string, hostCode: HostCode): Promise<void> {
  const store = makeVisitStore(openDb(url, { max: 1 }));
  const isClosed = () => Promise.resolve(true);
  const next = () => countBatch({ store, hostCode, folder, now: Date.now(), batch: BATCH_BYTES, isClosed });
  await next();
  process.stdout.write('counting\n');
  for (;;) await next();
}

if (script.endsWith('count-process.mjs') && url !== undefined && folder !== undefined)
  void countOn(url, folder, HostCode.parse(code));
