import * as bin from './bin';
import { checkUpload } from './check-upload';
import * as versions from './versions';

/** Recycle bin and earlier contents, by the names of the contract's calls. */
export const HISTORY_VERBS = {
  listBin: bin.list,
  restoreFromBin: bin.restore,
  emptyBin: bin.empty,
  listVersions: versions.list,
  readVersion: versions.read,
  restoreVersions: versions.restore,
  removeVersions: versions.remove,
  checkUpload,
};
