import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { FtpAccess } from '#system/ftp/sessions';
import { makeTaskStore } from '#queue/task-store';

/** What FTP may do on these hosts now, by their owners' settings, the provider and running tasks. */
export async function readFtpAccess(
  db: Db,
  hosts: readonly HostCode[],
): Promise<ReadonlyMap<string, FtpAccess>> {
  const rows = await db
    .selectFrom('host')
    .select(['code', 'suspended', 'ftp_enabled', 'ftp_writable'])
    .where('code', 'in', hosts)
    .execute();
  const tasks = makeTaskStore(db);
  const access = rows.map(async (host): Promise<[string, FtpAccess]> => {
    if (host.suspended || !host.ftp_enabled) return [host.code, 'none'];
    if (!host.ftp_writable) return [host.code, 'read-only'];
    return [host.code, (await tasks.lockedBy(host.code)) ? 'whole, but locked' : 'whole'];
  });
  return new Map(await Promise.all(access));
}
