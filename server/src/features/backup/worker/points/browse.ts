import { BROWSE_MAX, type BackupEntry, type HostCode, type SitePath } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { readSnapshot, type SnapshotNode } from '#system/restic/snapshot-tree';
import { readyPoint } from '#features/backup/point-store';
import type { BackupWork } from '../backup-work';

/** Stands for bytes that are not UTF-8. */
const REPLACED = '\uFFFD';

const entryOf = ({ name, path, type, size, mtime, mode }: SnapshotNode): BackupEntry => ({
  ...{ name, path, type, size, mtime },
  mode: mode.toString(8),
  ...(name.includes(REPLACED) && { unreadableName: true as const }),
});

export interface Browsed {
  readonly hostCode: HostCode;
  readonly point: number;
  readonly path: SitePath;
}

/** One folder of a point, folders first. Refuses `backup-gone`, `backup-lacks-part`, `no-such-file`. */
export async function browse(work: BackupWork, asked: Browsed, signal: AbortSignal) {
  const { hostCode, point, path } = asked;
  const { files_snapshot: snapshot } = await readyPoint(work.db, hostCode, point);
  if (snapshot === null) throw new Refusal('backup-lacks-part');
  const entries: BackupEntry[] = [];
  let [isThere, more] = [path === '/', false];
  const onNode = (node: SnapshotNode) => {
    if (node.path === path) return void (isThere = true);
    if (entries.length < BROWSE_MAX) entries.push(entryOf(node));
    else more = true;
  };
  await work.repositories.use(hostCode, (repository) =>
    readSnapshot(repository, { snapshot, signal, folder: path, onNode }),
  );
  if (!isThere && entries.length === 0) throw new Refusal('no-such-file');
  const rank = ({ type }: BackupEntry) => (type === 'folder' ? 0 : 1);
  entries.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  return { entries, more };
}
