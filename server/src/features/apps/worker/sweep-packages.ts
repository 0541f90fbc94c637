import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '#faults/error-code';
import type { Db } from '#state/db';

/** A package that was fetched, or what a task has read of one. */
const FILE = /^([0-9a-f]{64})\.tar\.zst(?:\.(\d+))?$/;

const Entry = z.object({ package: z.object({ sha256: z.string() }) });
const Params = z.object({ entry: Entry });
const Index = z.object({ apps: z.array(Entry) });

/** The SHA-256 of packages that a catalogue offers, that installed apps have, and that tasks read now. */
async function neededPackages(db: Db, tasks: readonly Params[]): Promise<ReadonlySet<string>> {
  const [indexes, apps] = await Promise.all([
    db.selectFrom('app_catalogue').select('index').execute(),
    db.selectFrom('installed_app').select('entry').where('ended_by', 'is', null).execute(),
  ]);
  const entries = [
    ...indexes.flatMap(({ index }) => Index.safeParse(index).data?.apps ?? []),
    ...apps.flatMap(({ entry }) => Entry.safeParse(entry).data ?? []),
    ...tasks.map(({ entry }) => entry),
  ];
  return new Set(entries.map((entry) => entry.package.sha256));
}
type Params = z.infer<typeof Params>;

/** Removes packages that no catalogue, no installed app and no open task needs, and what ended tasks have left of them. */
export async function sweepPackages({
  db,
  packages,
}: {
  readonly db: Db;
  readonly packages: string;
}): Promise<void> {
  // The files are listed first: what needs a package is always stored before its file.
  const names = await readdir(packages).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const open = await db.selectFrom('task').select(['id', 'params']).where('ended_at', 'is', null).execute();
  const needed = await neededPackages(
    db,
    open.flatMap(({ params }) => Params.safeParse(params).data ?? []),
  );
  const tasks = new Set(open.map(({ id }) => String(id)));
  for (const name of names) {
    const [, sha256 = '', task] = FILE.exec(name) ?? [];
    const isNeeded = task === undefined ? needed.has(sha256) : tasks.has(task);
    if (!isNeeded) await rm(join(packages, name), { force: true });
  }
}
