import { RemoteManifest } from '@sitedeck/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `remote.json` of a remote's folder. Throws where it is not there or not valid. */
export function readManifest(folder: string): RemoteManifest {
  return RemoteManifest.parse(JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')));
}
