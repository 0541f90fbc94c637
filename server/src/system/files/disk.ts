import { Refusal } from '../refusal';
import { Versions } from './history/versions';
import { Quota } from './quota';
import { Folder } from './walk';
import { Work } from './work-folder';

/** What every verb of one host works with. */
export interface Disk {
  readonly root: Folder;
  readonly quota: Quota;
  readonly work: Work;
  /** Earlier contents of files: whoever replaces a file does it through `replaceFile`. */
  readonly versions: Versions;
}

/** @param path absolute path of the host's root */
export function openDisk(path: string, quotaBytes: number | null): Disk {
  const root = Folder.root(path);
  const quota = new Quota(root, quotaBytes);
  const versions = new Versions(root, quota);
  quota.relieveBy({ free: (bytes) => versions.relieve(bytes), refusal: () => new Refusal('over-quota') });
  return { root, quota, work: new Work(root), versions };
}
