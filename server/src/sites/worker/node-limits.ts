import type { OwnLimits } from '#system/cage/shares/stored-limits';
import type { Db } from '#state/db';
import { LIMIT_COLUMNS, ownLimits } from '../host-limits';

/** The limits of every host of a node that has limits of its own. */
export async function readNodeLimits(db: Db, node: string): Promise<Readonly<Record<string, OwnLimits>>> {
  const hosts = await db
    .selectFrom('host')
    .select(['code', ...LIMIT_COLUMNS])
    .where('node', '=', node)
    .where((row) => row.or(LIMIT_COLUMNS.map((column) => row(column, 'is not', null))))
    .orderBy('code')
    .execute();
  return Object.fromEntries(hosts.map((host) => [host.code, ownLimits(host)]));
}
