import type { Db } from '#state/db';
import { announce } from '#state/live';
import { Refusal } from '#faults/refusal';
import { planCollection, type Collection } from '../packages/collect';
import type { RemoteFiles } from '../packages/remote-files';
import { lockTraffic } from './version-store';

async function planOf(db: Db, name: string, now: number): Promise<Collection> {
  const row = await lockTraffic(db, name);
  if (!row) throw new Refusal('not-published', { values: { name } });
  const versions = await db
    .selectFrom('remote_version')
    .select('version')
    .where('name', '=', name)
    .where('collected_at', 'is', null)
    .orderBy('published_at', 'desc')
    .orderBy('version', 'desc')
    .execute();
  const history = await db
    .selectFrom('remote_history')
    .select(['at', 'document'])
    .where('name', '=', name)
    .orderBy('id')
    .execute();
  return planCollection({
    versions: versions.map(({ version }) => version),
    traffic: row.document,
    history,
    now,
  });
}

/**
 * Removes versions that no account gets. Deletes their rows first, so that no new page names a version whose
 * files are about to go. Refuses with `not-published`.
 */
export async function collectVersions(
  { db, files, now }: { readonly db: Db; readonly files: RemoteFiles; readonly now: () => number },
  name: string,
  dryRun: boolean,
): Promise<Collection> {
  const plan = await db.transaction().execute(async (tx) => {
    const made = await planOf(tx, name, now());
    if (dryRun || made.removed.length === 0) return made;
    await tx
      .updateTable('remote_version')
      .set({ collected_at: new Date(now()) })
      .where('name', '=', name)
      .where('version', 'in', made.removed)
      .execute();
    await announce(tx, { is: 'registry' });
    return made;
  });
  if (!dryRun) for (const version of plan.removed) await files.remove(name, version);
  return plan;
}
