import { sql } from 'kysely';
import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { HostFacts } from './host-scope';
import { readHost } from './live-hosts';

/** Shortest pause between two measurements of a host with recent activity in the console, ms. */
const BUSY_MS = 10 * 60_000;
/** Pause between two measurements of any other host, ms: its site may write files even if no user is in the console. */
const QUIET_MS = 24 * 3600_000;

/** Disk space that a host's tree took when it was measured. */
export interface DiskUsage {
  readonly bytes: number;
  /** Number of files, folders and links. */
  readonly files: number;
  readonly measuredAt: Date;
}

/** The last measurement; undefined if there is none. */
export async function readDiskUsage(db: Db, hostCode: HostCode): Promise<DiskUsage | undefined> {
  const row = await db
    .selectFrom('host_usage')
    .selectAll()
    .where('host_code', '=', hostCode)
    .executeTakeFirst();
  return row && { bytes: row.bytes, files: row.files, measuredAt: row.measured_at };
}

/** Stores a measurement unless a newer one is stored. Does nothing if the host is gone. */
export async function storeDiskUsage(db: Db, hostCode: HostCode, usage: DiskUsage): Promise<void> {
  const { bytes, files, measuredAt } = usage;
  await sql`
    insert into host_usage (host_code, bytes, files, measured_at)
    select code, ${bytes}, ${files}, ${measuredAt} from host where code = ${hostCode}
    on conflict (host_code) do update
      set bytes = excluded.bytes, files = excluded.files, measured_at = excluded.measured_at
      where host_usage.measured_at < excluded.measured_at`.execute(db);
}

export interface NextRequest {
  readonly node: string;
  readonly now: number;
  /** Hosts to skip. */
  readonly except: readonly HostCode[];
  /** Considers only this host; undefined: every host of the node. */
  readonly only?: HostCode;
}

/**
 * Finds the next host of a node whose measurement is due: first those never measured, then those with user
 * activity or a task since the last one, and once a day all others. A suspended host waits: measuring would start
 * its file process.
 */
export async function nextToMeasure(
  db: Db,
  { node, now, except, only }: NextRequest,
): Promise<HostFacts | undefined> {
  const before = (ms: number) => new Date(now - ms);
  const { rows } = await sql<{ code: HostCode }>`
    select host.code from host left join host_usage on host_usage.host_code = host.code
    where host.node = ${node} and host.code <> all(${[...except]}::text[])
      and not host.suspended
      and (${only ?? null}::text is null or host.code = ${only ?? null})
      and (measured_at is null or measured_at < ${before(QUIET_MS)}
        or (measured_at < ${before(BUSY_MS)} and (
          exists (select from session where session.host_code = host.code and last_active_at > measured_at)
          or exists (select from task where task.host_code = host.code and updated_at > measured_at))))
    order by measured_at nulls first, host.code limit 1`.execute(db);
  const [row] = rows;
  return row && readHost(db, row.code);
}
