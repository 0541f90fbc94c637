import { Quota } from './quota';
import { Folder } from './walk';
import { Work } from './work-folder';

/** What every verb of one host works with. */
export interface Disk {
  readonly root: Folder;
  readonly quota: Quota;
  readonly work: Work;
}

/** @param path absolute path of the host's root */
export function openDisk(path: string, quotaBytes: number | null): Disk {
  const root = Folder.root(path);
  return { root, quota: new Quota(root, quotaBytes), work: new Work(root) };
}
