import { BROWSE_MAX, type BackupEntry } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { readEntries, type SnapshotEntry } from '#system/restic/snapshot-entries';
import { readyPoint } from '#features/backup/point-store';
import type { PointFolder } from '#features/backup/protocol';
import type { BackupTools } from '../tools';

/** Replaces bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = '\uFFFD';

const entryReply = ({ name, path, type, size, mtime, mode }: SnapshotEntry): BackupEntry => ({
  ...{ name, path, type, size, mtime },
  mode: mode.toString(8),
  ...(name.includes(REPLACEMENT_CHARACTER) && { unreadableName: true as const }),
});

/** Lists one folder of a point, subfolders first. Refuses with `backup-gone`, `backup-lacks-part` or `no-such-file`. */
export async function browsePoint(
  tools: BackupTools,
  { hostCode, point, path }: PointFolder,
  signal: AbortSignal,
) {
  const { files_snapshot: snapshot } = await readyPoint(tools.db, hostCode, point);
  if (snapshot === null) throw new Refusal('backup-lacks-part');
  const entries: BackupEntry[] = [];
  let [isThere, more] = [path === '/', false];
  const onEntry = (entry: SnapshotEntry) => {
    if (entry.path === path) return void (isThere = true);
    if (entries.length < BROWSE_MAX) entries.push(entryReply(entry));
    else more = true;
  };
  await tools.repositories.useShared(hostCode, (repository) =>
    readEntries(repository, { snapshot, signal, folder: path, onEntry }),
  );
  if (!isThere && entries.length === 0) throw new Refusal('no-such-file');
  const rank = ({ type }: BackupEntry) => (type === 'folder' ? 0 : 1);
  entries.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  return { entries, more };
}
