import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { BuiltRemote, type Traffic } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { announce } from '#state/live';
import { pathExists } from '#system/disk/exists';
import type { RemoteFiles } from '../packages/remote-files';
import { applyChange } from '../traffic/traffic';
import { digestOf, ensureTraffic, insertVersion, lockTraffic, RELEASE, writeTraffic } from './version-store';
import { bytesOf, measureRemote } from '../packages/measure-remote';

/** Number of a PostgreSQL advisory lock: processes that start at once register one after another. */
const REGISTRATION_LOCK = 7_310_003;

interface BundledRemote {
  readonly built: BuiltRemote;
  readonly folder: string;
}

const folders = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/** @param bundle folder that holds `<name>/<version>/remote.json` and the files of each */
async function readBundled(bundle: string): Promise<BundledRemote[]> {
  const found: BundledRemote[] = [];
  for (const name of await folders(bundle)) {
    for (const version of await folders(join(bundle, name))) {
      const folder = join(bundle, name, version);
      const text = await readFile(join(folder, 'remote.json'), 'utf8');
      found.push({ folder, built: BuiltRemote.parse(JSON.parse(text)) });
    }
  }
  return found;
}

/** A published version never changes: a build with other files under the same number gets a new number. */
export function freeVersion(
  { version }: Pick<BuiltRemote, 'version'>,
  digest: string,
  taken: ReadonlySet<string>,
): string {
  if (!taken.has(version)) return version;
  return `${version}${version.includes('-') ? '.' : '-'}build.${digest.slice(0, 8)}`;
}

/**
 * Copies the files that the manifest lists, with the compressed forms that the build made, and nothing else.
 */
async function copyFiles(from: string, to: string, { assets }: BuiltRemote): Promise<void> {
  for (const path of Object.keys(assets)) {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o755 });
    await copyFile(join(from, path), join(to, path));
    for (const suffix of ['.br', '.gz'])
      if (await pathExists(join(from, path + suffix)))
        await copyFile(join(from, path + suffix), join(to, path + suffix));
  }
}

/** Restores the files of a version that were collected or lost. */
async function restoreFiles(db: Db, { name, version }: BuiltRemote): Promise<void> {
  await db
    .updateTable('remote_version')
    .set({ collected_at: null })
    .where('name', '=', name)
    .where('version', '=', version)
    .execute();
}

async function store(db: Db, files: RemoteFiles, { built, folder }: BundledRemote): Promise<void> {
  const scratch = await files.scratch();
  await copyFiles(folder, scratch, built);
  await writeFile(join(scratch, 'remote.json'), JSON.stringify(built, null, 2), { mode: 0o644 });
  const [bytes, weight] = await Promise.all([bytesOf(scratch, built), measureRemote(scratch, built)]);
  const version = { built, bytes, weight, publisher: RELEASE, why: 'came with the product' };
  if (!(await insertVersion(db, version))) await restoreFiles(db, built);
  await files.place(scratch, built.name, built.version);
}

interface RegisteredVersion {
  readonly version: string;
  readonly isNew: boolean;
}

/** Resolves to the remote's version here; stores it if it is new or its files are gone. */
async function register(db: Db, files: RemoteFiles, remote: BundledRemote): Promise<RegisteredVersion> {
  const { name } = remote.built;
  const digest = digestOf(remote.built);
  const rows = await db
    .selectFrom('remote_version')
    .select(['version', 'digest', 'publisher'])
    .where('name', '=', name)
    .execute();
  const known = rows.find((row) => row.publisher === RELEASE && row.digest === digest);
  const version =
    known?.version ?? freeVersion(remote.built, digest, new Set(rows.map((row) => row.version)));
  if (known && (await files.has(name, version))) return { version, isNew: false };
  await store(db, files, { ...remote, built: { ...remote.built, version } });
  return { version, isNew: known === undefined };
}

/** Who last decided the current version; undefined if there was no decision. */
async function lastDecider(db: Db, name: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom('remote_history')
    .select(['who', 'document'])
    .where('name', '=', name)
    .orderBy('id')
    .execute();
  let current: string | null = null;
  let who: string | undefined;
  for (const row of rows) {
    if (row.document.current !== current || who === undefined) who = row.who;
    current = row.document.current;
  }
  return who;
}

export type ReleaseStep =
  | { readonly is: 'nothing' }
  | { readonly is: 'promote'; readonly traffic: Traffic }
  /** What a person put in force stays; the history says that there is something newer. */
  | { readonly is: 'stay' };

/** How traffic changes when a version comes with the product. */
export function releaseStep(
  traffic: Traffic,
  { version, isNew }: RegisteredVersion,
  by: string | undefined,
): ReleaseStep {
  if (traffic.current === version) return { is: 'nothing' };
  if (by !== undefined && by !== RELEASE) return isNew ? { is: 'stay' } : { is: 'nothing' };
  const applied = applyChange(traffic, { is: 'promote', version }, new Set([version]));
  return applied.is === 'changed' ? { is: 'promote', traffic: applied.traffic } : { is: 'nothing' };
}

async function decide(db: Db, name: string, registered: RegisteredVersion): Promise<boolean> {
  const row = await lockTraffic(db, name);
  if (!row) throw new Error(`no traffic of ${name}`);
  const step = releaseStep(row.document, registered, await lastDecider(db, name));
  if (step.is === 'nothing') return false;
  const { version } = registered;
  const entry =
    step.is === 'promote'
      ? { what: `promote ${version}`, why: 'came with the product' }
      : { what: `store ${version}`, why: 'came with the product; what was promoted by a person stays' };
  await writeTraffic(
    db,
    { name, who: RELEASE, ...entry },
    step.is === 'promote' ? step.traffic : row.document,
  );
  return true;
}

/** Registers the remotes of this build. If several processes do so at once, one registers them. */
export async function registerBundled(db: Db, files: RemoteFiles, bundle: string): Promise<void> {
  for (const remote of await readBundled(bundle)) {
    const { name } = remote.built;
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${REGISTRATION_LOCK})`.execute(tx);
      await ensureTraffic(tx, name);
      const registered = await register(tx, files, remote);
      const isChanged = await decide(tx, name, registered);
      if (registered.isNew || isChanged) await announce(tx, { is: 'registry' });
    });
  }
}
