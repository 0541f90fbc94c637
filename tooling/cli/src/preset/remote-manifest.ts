import { RemoteManifest } from '@sitedeck/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads `remote.json` of a remote's folder. Throws if it is missing or invalid. */
export function readManifest(folder: string): RemoteManifest {
  return RemoteManifest.parse(JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')));
}
