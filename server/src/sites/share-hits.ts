import { sql, type Selectable } from 'kysely';
import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { ShareHitTable } from '#state/tables';

export type ShareHit = Selectable<ShareHitTable>;

/** The last time that the programs of a host reached each limit. */
export const readShareHits = (db: Db, hostCode: HostCode): Promise<readonly ShareHit[]> =>
  db.selectFrom('share_hit').selectAll().where('host_code', '=', hostCode).execute();

export const readAllShareHits = (db: Db): Promise<readonly ShareHit[]> =>
  db.selectFrom('share_hit').selectAll().execute();

/** Replaces the previous one of the same host and resource. Does nothing if the host is gone. */
export async function storeShareHit(db: Db, hit: ShareHit): Promise<void> {
  await sql`
    insert into share_hit (host_code, resource, at, limit_value, program, group_id, counter)
    select code, ${hit.resource}, ${hit.at}, ${hit.limit_value}, ${hit.program}, ${hit.group_id}, ${hit.counter}
    from host where code = ${hit.host_code}
    on conflict (host_code, resource) do update
      set at = excluded.at, limit_value = excluded.limit_value, program = excluded.program,
        group_id = excluded.group_id, counter = excluded.counter`.execute(db);
}
