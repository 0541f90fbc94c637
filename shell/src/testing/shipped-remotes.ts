import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RemoteManifest, type BootRemote } from '@sitedeck/contract';
import { asBuilt } from './samples';

const REMOTES = join(__dirname, '../../../remotes');

/** The remotes of this repository, each with the manifest that it ships. */
export const shippedRemotes: readonly BootRemote[] = readdirSync(REMOTES)
  .map((name) => join(REMOTES, name, 'remote.json'))
  .filter((file) => existsSync(file))
  .map((file) => asBuilt(RemoteManifest.parse(JSON.parse(readFileSync(file, 'utf8')))));
