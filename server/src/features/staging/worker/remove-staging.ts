import type { HostCode } from '@sitedeck/contract';
import { fileTargetThroughBlock } from '#sites/file-target';
import { readHost } from '#sites/live-hosts';
import { deleteStaging, markStagingRemoving, readStagingRow, unremovedStagings } from '../staging-store';
import { removeFiles } from './copy-files';
import type { StagingTools } from './tools';

/** Removes address, files and tables of a copy, and its row last: an interrupted removal is repeated. */
async function remove(tools: StagingTools, hostCode: HostCode): Promise<void> {
  const { db, databases, files, applySites } = tools;
  const host = await readHost(db, hostCode);
  if (!host || (await readStagingRow(db, hostCode))?.state !== 'removing') return;
  // Its site may be refused for another reason.
  await applySites(hostCode).catch(() => undefined);
  await removeFiles(tools, host);
  if (databases && (await databases.has(hostCode))) await databases.drop(hostCode);
  await deleteStaging(db, hostCode);
  // A suspended host has no file process to count for.
  await files.call('measure', fileTargetThroughBlock(host)).catch(() => undefined);
}

export const endStaging = (tools: StagingTools, hostCode: HostCode): Promise<void> =>
  tools.removals.run(hostCode, () => remove(tools, hostCode));

/** Removes the copy that a task has begun. */
export async function dropStaging(tools: StagingTools, hostCode: HostCode): Promise<void> {
  await markStagingRemoving(tools.db, hostCode);
  await endStaging(tools, hostCode);
}

/** Completes removals that were interrupted. */
export async function sweepStagings(tools: StagingTools): Promise<void> {
  for (const hostCode of await unremovedStagings(tools.db, tools.node)) await endStaging(tools, hostCode);
}
