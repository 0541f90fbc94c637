import { fchmodSync, futimesSync, linkSync } from 'node:fs';
import { codeOf } from '#faults/error-code';
import type { ChildBodies } from '#files/link/child-messages';
import { storeStream, type StoreStreamContext } from '../bytes/store-stream';
import { makeFolders } from '../tree/place-file';
import { mayChangeEntry } from '../tree/write-rules';
import { partsOfRaw } from './raw-path';

/** Stores a file under its former name, with its former rights and time; never in place of another one. */
export async function putBack(
  { socket, path, mode, modified }: ChildBodies['putBack'],
  context: StoreStreamContext,
): Promise<{ is: 'stored' | 'name-taken' }> {
  const parts = partsOfRaw(path);
  mayChangeEntry(parts.map(String));
  const name = parts.at(-1) ?? '';
  using folder = makeFolders(context.disk.root, parts.slice(0, -1));
  if (folder.lstat(name)) return { is: 'name-taken' };
  const { placed } = await storeStream({ socket, packing: 'none' }, context, (file) => {
    fchmodSync(file.fd, mode);
    futimesSync(file.fd, modified / 1000, modified / 1000);
    try {
      linkSync(file.work.at(file.name), folder.at(name));
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return undefined;
      throw error;
    }
  });
  return { is: placed ? 'stored' : 'name-taken' };
}
