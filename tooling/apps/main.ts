import { setPriority } from 'node:os';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isolationHere } from '../../server/src/system/process/identity';
import { pathsOf } from '../../server/src/system/settings/paths';
import { readSettings } from '../../server/src/system/settings/settings';
import { debianPackages, dropOtherVersions, offeredVersion } from './debian-packages';
import { buildFirstCatalogue } from './first-catalogue';

/** The order in which a new installation gets them. */
const RECIPES = ['wordpress', 'dokuwiki', 'phpmyadmin'];

/** Polls until the starting server has made the folder, whose owner and mode are its concern. Time limit, ms. */
const FOLDER_MS = 10 * 60_000;
const POLL_MS = 500;

async function hasFolder(folder: string): Promise<boolean> {
  for (const end = Date.now() + FOLDER_MS; Date.now() < end; await sleep(POLL_MS))
    if (await stat(folder).catch(() => undefined)) return true;
  return false;
}

/** `npm start` runs this beside the server: fills and renews the catalogue of this installation, unless the operator names another. */
async function fillOwnCatalogue(): Promise<void> {
  const isolation = isolationHere();
  const read = readSettings(process.env, isolation);
  // Setup programs need cages, which need root.
  if (isolation.is !== 'separate' || read.is !== 'ok' || read.settings.APP_CATALOGUE !== undefined) return;
  const { catalogue, secrets } = pathsOf(read.settings.dataDirectory, isolation);
  if (!(await hasFolder(secrets))) return;
  await buildFirstCatalogue({
    ...{
      into: catalogue,
      secrets,
      recipes: RECIPES.map((name) => join(import.meta.dirname, 'recipes', name)),
    },
    offered: ([first]) => offeredVersion(first),
    unpack: (names, version) => {
      if (version !== undefined) dropOtherVersions(names, version);
      return debianPackages(...names);
    },
    say: (line) => void process.stdout.write(`${line}\n`),
  });
}

// The server comes first.
setPriority(10);
try {
  await fillOwnCatalogue();
} catch (error) {
  process.stdout.write(
    `The app catalogue could not be built: ${error instanceof Error ? error.message : String(error)}\n`,
  );
}
