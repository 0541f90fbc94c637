import { faultMessage, type consoleCalls, type HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import type { Enqueue } from '#queue/enqueue';
import { serverZone } from '#sites/server-zone';
import type { Db } from '#state/db';
import { storedJson } from '#state/stored-json';
import type { RpcClient } from '#system/rpc/rpc';
import type { scanProtocol } from '../protocol';
import { countFiles, lastRunOf, readFile, readScanHost } from '../scan-store';
import { nextScan, readSchedule } from '../schedule';
import { scanTask } from '../tasks';
import { findFiles } from './find-files';
import { scanReportReply } from './report';

export interface ScanParts {
  readonly db: Db;
  readonly enqueue: Enqueue;
  /** The worker, which scans, and moves files into quarantine. */
  readonly scanWorker: Pick<RpcClient<typeof scanProtocol>, 'call'>;
  readonly now: () => number;
}

export type ScanCalls = Pick<
  typeof consoleCalls,
  | 'startScan'
  | 'readScan'
  | 'listFindings'
  | 'actOnFindings'
  | 'saveScanSchedule'
  | 'scanReport'
  | 'listFindingRequests'
>;

async function runningScan(db: Db, hostCode: HostCode): Promise<number | null> {
  const row = await db
    .selectFrom('task')
    .select('id')
    .where('host_code', '=', hostCode)
    .where('type', '=', 'SAFE_SCAN')
    .where('status', 'in', ['WAIT', 'RUNNING'])
    .orderBy('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

const readHandlers = ({
  db,
  scanWorker,
}: ScanParts): Handlers<
  Pick<ScanCalls, 'readScan' | 'listFindings' | 'scanReport' | 'listFindingRequests'>
> => ({
  readScan: async (_request, { scope: { hostCode } }) => {
    const [{ engine }, counts, host, runningTask] = await Promise.all([
      scanWorker.call('scanEngine', {}),
      countFiles(db, hostCode),
      readScanHost(db, hostCode),
      runningScan(db, hostCode),
    ]);
    return {
      ...{ engine, runningTask, ...counts },
      last: lastRunOf(host?.last),
      schedule: readSchedule(host?.schedule),
      nextAt: host?.next_at?.toISOString() ?? null,
      zone: serverZone(),
    };
  },
  listFindings: ({ query }, { scope: { hostCode } }) => findFiles(db, hostCode, query),
  scanReport: ({ query: { format } }, { scope: { hostCode }, locale }) =>
    scanReportReply(db, hostCode, { format, locale }),
  listFindingRequests: ({ query: { id } }, { scope: { hostCode } }) =>
    scanWorker.call('findingRequests', { hostCode, id }),
});

/** Answers the console's calls about web-shell scans. */
export function scanHandlers(parts: ScanParts): Handlers<ScanCalls> {
  const { db, enqueue, scanWorker, now } = parts;
  return {
    ...readHandlers(parts),
    startScan: async ({ body: { mode } }, { scope: { hostCode, operator }, note }) => {
      note('', { mode });
      const { engine } = await scanWorker.call('scanEngine', {});
      if (engine === 'missing') throw new Refusal('scan-engine-missing');
      if ((await runningScan(db, hostCode)) !== null) throw new Refusal('scan-running');
      const payload = { mode, isScheduled: false };
      const { id } = await enqueue(scanTask, { hostCode, operator, payload });
      return { taskId: id };
    },
    actOnFindings: async ({ body }, { scope: { hostCode }, note, locale }) => {
      const [first = 0] = body.ids;
      const row = await readFile(db, { hostCode, id: first });
      const path = row ? row.shown_path : '';
      note(path, { scanAct: body.act, count: body.ids.length, ...(body.reason && { why: body.reason }) });
      const { done, failed } = await scanWorker.call('actOnFindings', { hostCode, ...body });
      return {
        done,
        failed: failed.map(({ reason, ...file }) => ({ ...file, reason: faultMessage(reason, locale) })),
      };
    },
    saveScanSchedule: async ({ body }, { scope: { hostCode }, note }) => {
      const before = readSchedule((await readScanHost(db, hostCode))?.schedule);
      note('', { before, after: body });
      const next = nextScan(body, { after: now(), zone: serverZone() });
      const arrivals = body.onArrival ? new Date(now()) : null;
      const columns = { schedule: storedJson(body), next_at: next, arrivals_from: arrivals };
      await db
        .insertInto('scan_host')
        .values({ host_code: hostCode, ...columns })
        .onConflict((conflict) => conflict.column('host_code').doUpdateSet(columns))
        .execute();
      return { nextAt: next?.toISOString() ?? null };
    },
  };
}
