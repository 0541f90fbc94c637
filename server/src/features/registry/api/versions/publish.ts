import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { BuiltRemote, Surroundings } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { announce } from '#state/live';
import { Refusal } from '#faults/refusal';
import { checkPackage } from '../packages/check-package';
import { precompress } from '../packages/precompress';
import type { RemoteFiles } from '../packages/remote-files';
import { checkFit } from '../surroundings';
import { unpack } from '../packages/unpack';
import { ensureTraffic, insertVersion, type NewVersion } from './version-store';
import { bytesOf, measureRemote } from '../packages/measure-remote';

export interface PublishParts {
  readonly db: Db;
  readonly files: RemoteFiles;
  readonly surroundings: () => Promise<Surroundings>;
}

export interface Publication {
  readonly name: string;
  /** The package, a .tar.gz. */
  readonly body: Readable;
  readonly publisher: string;
  readonly why: string;
}

export interface PublishedVersion {
  readonly version: string;
  readonly files: number;
  readonly bytes: number;
}

const exists = (version: string): Refusal => new Refusal('version-exists', { values: { version } });

/** Refuses early, before the package is checked. If two are published at once, the row's key decides. */
async function checkNew(db: Db, { name, version }: BuiltRemote): Promise<void> {
  const row = await db
    .selectFrom('remote_version')
    .select('version')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  if (row) throw exists(version);
}

/** Stores row and files, or neither: until the row is committed, no reader knows of the files. */
async function storeVersion(
  { db, files }: PublishParts,
  scratch: string,
  version: NewVersion,
): Promise<void> {
  const { built } = version;
  await db.transaction().execute(async (tx) => {
    if (!(await insertVersion(tx, version))) throw exists(built.version);
    await ensureTraffic(tx, built.name);
    await files.place(scratch, built.name, built.version);
    await announce(tx, { is: 'registry' });
  });
}

/**
 * Stores a version without changing traffic. Refuses with `version-exists`, `version-unfit`, and what `unpack` and
 * `checkPackage` refuse.
 */
export async function publish(
  parts: PublishParts,
  { name, body, publisher, why }: Publication,
): Promise<PublishedVersion> {
  const scratch = await parts.files.scratch();
  try {
    const built = await checkPackage(scratch, await unpack(body, scratch), name);
    await checkNew(parts.db, built);
    const paths = Object.keys(built.assets);
    await precompress(scratch, [...paths, 'remote.json']);
    const [bytes, weight] = await Promise.all([bytesOf(scratch, built), measureRemote(scratch, built)]);
    checkFit({ built, weight }, await parts.surroundings());
    await storeVersion(parts, scratch, { built, bytes, weight, publisher, why });
    return { version: built.version, files: paths.length, bytes };
  } finally {
    // After a success the folder has been moved, and nothing is left to remove.
    await rm(scratch, { recursive: true, force: true });
  }
}
