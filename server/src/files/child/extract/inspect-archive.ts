import { Pace } from '../pace';
import type { ChildBodies, ChildReplies } from '#files/link/child-messages';
import type { VerbContext } from '../verb';
import { shapeOf } from './archive-format';
import { EntryGate } from './entry-gate';
import { holdArchive, targetOf } from './open-archive';
import { TargetLook } from './target-entries';
import { mostBytes, type LookJob } from './unpack-job';
import { lookIntoStream } from './untar';
import { lookIntoZip } from './unzip';

/** A stream has to be unpacked to be looked through; whoever asks waits no longer than this, ms. */
const PATIENCE_MS = 10_000;
const REFUSED_TOLD = 20;

/** What extracting would do, by the same rules; nothing is written. */
export async function inspectArchive(
  body: ChildBodies['inspectArchive'],
  { disk, signal }: VerbContext,
): Promise<ChildReplies['inspectArchive']> {
  const target = targetOf(body.to);
  using archive = holdArchive(disk, body);
  using look = new TargetLook(disk.root, target);
  const gate = new EntryGate(look, { depthBefore: target.length, entriesMax: body.entriesMax });
  const until = performance.now() + PATIENCE_MS;
  const isEnough = () => performance.now() > until;
  const job: LookJob = { archive, gate, signal, pace: new Pace(signal), isEnough };
  const most = mostBytes(archive.fileSize);
  const shape = await shapeOf({ ...archive, signal, most });
  const looked = await (shape.is === 'zip' ? lookIntoZip(job) : lookIntoStream(job, shape));
  const { bytes, refusedSample, ...tally } = gate.tally;
  return {
    ...tally,
    format: looked.format,
    names: looked.names,
    encrypted: looked.encrypted,
    complete: looked.complete,
    bytes: bytes ?? null,
    refusedSample: refusedSample.slice(0, REFUSED_TOLD),
  };
}
