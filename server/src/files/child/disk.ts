import { Refusal } from '#faults/refusal';
import { Bin } from './history/bin';
import { Versions } from './history/versions';
import { Quota } from './tree/quota';
import { sizeText } from '#system/text/size-text';
import { Folder } from './tree/walk';
import { WorkFolder } from './tree/work-folder';

/** What every verb needs to work on one host's files. */
export interface Disk {
  readonly root: Folder;
  readonly quota: Quota;
  readonly work: WorkFolder;
  /** Earlier contents of files: every replacement of a file goes through `replaceFile`. */
  readonly versions: Versions;
  readonly bin: Bin;
}

/** Names the recycle bin if it could free space: only the owner may empty it. */
function overQuota(bin: Bin): Refusal {
  if (bin.bytes === 0) return new Refusal('over-quota');
  return new Refusal('over-quota-bin', { values: { bin: sizeText(bin.bytes) } });
}

/** @param path absolute path of the host's root */
export function openDisk(path: string, quotaBytes: number | null): Disk {
  const root = Folder.root(path);
  const quota = new Quota(root, quotaBytes);
  const work = new WorkFolder(root);
  const versions = new Versions(root, quota);
  const bin = new Bin({ root, quota, work, versions });
  quota.relieveBy({ free: (bytes) => versions.relieve(bytes), refusal: () => overQuota(bin) });
  return { root, quota, work, versions, bin };
}
