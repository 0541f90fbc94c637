import { touchFile, writeText } from '@sitedeck/contract';
import { call, kernel, toFault } from '@sitedeck/sdk';
import { folderChanged } from '../files.api';
import { freeName, joinPath, nameOf, parentOf } from '../paths';
import type { Charset } from './file-format';

const TRIES = 100;

/**
 * Writes a text beside the file under a free name and returns its path.
 * Creates the file before it writes, because another user could take the name between a check and a write.
 */
export async function keepBoth(path: string, content: string, { encoding, bom }: Charset): Promise<string> {
  const folder = parentOf(path);
  const tried: string[] = [];
  for (;;) {
    const copy = joinPath(
      folder,
      freeName(nameOf(path), (name) => tried.includes(name)),
    );
    if (await takeName(copy, tried.length < TRIES)) {
      await call(writeText, { body: { path: copy, content, encoding, bom } }, { quiet: true });
      kernel().store.dispatch(folderChanged(folder));
      return copy;
    }
    tried.push(nameOf(copy));
  }
}

async function takeName(path: string, canRetry: boolean): Promise<boolean> {
  try {
    await call(touchFile, { body: { path } }, { quiet: true });
    return true;
  } catch (error) {
    if (canRetry && toFault(error).reason === 'already-exists') return false;
    throw error;
  }
}
