import { sql } from 'kysely';
import { z } from 'zod';
import { BuiltRemote, type BootRemote, type Traffic } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { RemoteFiles } from './packages/remote-files';
import { versionsOf } from './traffic/traffic';

/** A remote's traffic and versions, as read at one point in time. */
export interface RemoteState {
  readonly name: string;
  readonly revision: number;
  readonly traffic: Traffic;
  readonly versions: ReadonlySet<string>;
  /** Versions that some account may get. A missing one has no row or no files. */
  readonly inForce: ReadonlyMap<string, BootRemote>;
  /** The newest version, whose menu entry stands in if an account's version is missing. */
  readonly newest: BootRemote | undefined;
}

export interface RegistryState {
  /** Remotes, sorted by name. */
  readonly remotes: readonly RemoteState[];
  /** Whether every version that traffic names has its row and its files. */
  readonly isComplete: boolean;
}

const Unhashed = BuiltRemote.extend({ assets: z.record(z.string(), z.unknown()) });

/**
 * A stored version as pages get it. Refused without a hash for every file, since nothing of it may then be
 * loaded.
 */
export function readStored({ built, base }: { built: unknown; base: string }): BootRemote | undefined {
  const strict = BuiltRemote.safeParse(built);
  if (strict.success && Object.hasOwn(strict.data.assets, strict.data.entry)) return { ...strict.data, base };
  const loose = Unhashed.safeParse(built);
  return loose.success ? { ...loose.data, base, assets: {}, refused: 'asset-without-hash' } : undefined;
}

/** Version numbers of every remote, newest first. */
async function readNames(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('remote_version')
    .select(['name', 'version'])
    .where('collected_at', 'is', null)
    .orderBy('published_at', 'desc')
    .orderBy('version', 'desc')
    .execute();
  const names = new Map<string, string[]>();
  for (const { name, version } of rows) names.set(name, [...(names.get(name) ?? []), version]);
  return names;
}

type VersionList = readonly (readonly [name: string, version: string])[];

async function readVersions(db: Db, wanted: VersionList): Promise<Map<string, BootRemote>> {
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('remote_version')
    .select(['name', 'version', 'built', 'base'])
    .where('collected_at', 'is', null)
    .where(
      sql<string>`name || '@' || version`,
      'in',
      wanted.map(([name, version]) => `${name}@${version}`),
    )
    .execute();
  return new Map(
    rows.flatMap(({ name, version, ...row }) => {
      const remote = readStored(row);
      return remote ? [[`${name}@${version}`, remote] as const] : [];
    }),
  );
}

async function existingVersions(files: RemoteFiles, wanted: VersionList): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    wanted.map(async ([name, version]) => ((await files.has(name, version)) ? [`${name}@${version}`] : [])),
  );
  return new Set(found.flat());
}

export async function readState(db: Db, files: RemoteFiles): Promise<RegistryState> {
  const names = await readNames(db);
  const rows = await db.selectFrom('remote_traffic').selectAll().orderBy('name').execute();
  const used = rows.flatMap(({ name, document }) =>
    versionsOf(document).map((version): [string, string] => [name, version]),
  );
  const newest = rows.flatMap(({ name }): [string, string][] => {
    const [version] = names.get(name) ?? [];
    return version === undefined ? [] : [[name, version]];
  });
  const [stored, existing] = await Promise.all([
    readVersions(db, [...used, ...newest]),
    existingVersions(files, used),
  ]);
  const usable = used.filter(
    ([name, version]) => existing.has(`${name}@${version}`) && stored.has(`${name}@${version}`),
  );
  const remotes = rows.map(({ name, revision, document }): RemoteState => {
    const versions = names.get(name) ?? [];
    const own = usable.flatMap(([owner, version]): [string, BootRemote][] => {
      const remote = stored.get(`${name}@${version}`);
      return owner === name && remote ? [[version, remote]] : [];
    });
    return {
      name,
      revision,
      traffic: document,
      versions: new Set(versions),
      inForce: new Map(own),
      newest: stored.get(`${name}@${versions[0] ?? ''}`),
    };
  });
  return { remotes, isComplete: usable.length === used.length };
}
