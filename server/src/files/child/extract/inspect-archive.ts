import { LoopYield } from '../loop-yield';
import type { ChildBodies, ChildReplies } from '#files/link/child-messages';
import type { VerbContext } from '../verb';
import { detectFormat } from './archive-format';
import { EntryGate } from './entry-gate';
import { holdArchive, targetOf } from './open-archive';
import { TargetEntries } from './target-entries';
import { unpackedBytesMax, type InspectJob } from './unpack-job';
import { inspectStream } from './untar';
import { inspectZip } from './unzip';

/** A stream has to be unpacked to be inspected; the caller waits no longer than this, ms. */
const PATIENCE_MS = 10_000;
const REFUSED_SHOWN = 20;

/** Reports what an extraction would do, by the same rules; writes nothing. */
export async function inspectArchive(
  body: ChildBodies['inspectArchive'],
  { disk, signal }: VerbContext,
): Promise<ChildReplies['inspectArchive']> {
  const target = targetOf(body.to);
  using archive = holdArchive(disk, body);
  using existing = new TargetEntries(disk.root, target);
  const gate = new EntryGate(existing, { depthBefore: target.length, entriesMax: body.entriesMax });
  const until = performance.now() + PATIENCE_MS;
  const isLate = () => performance.now() > until;
  const job: InspectJob = { archive, gate, signal, pace: new LoopYield(signal), isLate };
  const most = unpackedBytesMax(archive.fileSize);
  const shape = await detectFormat({ ...archive, signal, most });
  const inspection = await (shape.is === 'zip' ? inspectZip(job) : inspectStream(job, shape));
  const { bytes, refusedSample, ...tally } = gate.tally;
  return {
    ...tally,
    format: inspection.format,
    names: inspection.names,
    encrypted: inspection.encrypted,
    complete: inspection.complete,
    bytes: bytes ?? null,
    refusedSample: refusedSample.slice(0, REFUSED_SHOWN),
  };
}
