import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';

/** Whether the provider has suspended a host. */
export async function isSuspended(db: Db, hostCode: HostCode): Promise<boolean> {
  const row = await db
    .selectFrom('host')
    .select('service_status')
    .where('code', '=', hostCode)
    .executeTakeFirst();
  return row?.service_status === 'BLOCKING';
}
