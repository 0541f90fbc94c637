import { z } from 'zod';
import {
  ScanFinding,
  ScanRun,
  type HostCode,
  type ScanFile,
  type ScanSeverity,
  type ScanVerdict,
} from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { ScanFileRow } from '#state/scan-tables';
import { storedJson } from '#state/stored-json';

/** A copy of a file in quarantine. */
export const KeptFile = z.object({
  /** SHA-256 of all of it, in hexadecimal. */
  hash: z.string(),
  bytes: z.number(),
  mode: z.number().int(),
  /** ms since 1970. */
  modified: z.number(),
});
export type KeptFile = z.infer<typeof KeptFile>;

const Findings = z.array(ScanFinding);

/** A path as text: bytes that are not UTF-8 become replacement characters. */
export const shownPath = (path: Buffer): string => path.toString('utf8');

/** A path whose characters are its bytes, as the file service takes it. */
export const rawPath = (path: Buffer): string => path.toString('latin1');

export const scanFileOf = (row: ScanFileRow): ScanFile => ({
  ...{ id: row.id, path: row.shown_path, state: row.state, severity: row.severity },
  findings: Findings.parse(row.findings),
  unknown: row.unknown,
  ...{ size: row.size, reason: row.reason, hash: row.hash },
  modifiedAt: row.modified_at.toISOString(),
  firstSeenAt: row.first_seen_at.toISOString(),
  actedAt: row.acted_at?.toISOString() ?? null,
});

/** A file that a scan does not take for clean. */
export interface SeenFile {
  readonly path: Buffer;
  readonly verdict: Exclude<ScanVerdict, { is: 'clean' }>;
  readonly size: number;
  readonly modified: Date;
  readonly hash: string;
}

/** Records what a scan has seen; a file that was open already keeps its row. */
export async function recordSeen(
  db: Db,
  { hostCode, taskId }: { readonly hostCode: HostCode; readonly taskId: number },
  seen: readonly SeenFile[],
): Promise<void> {
  if (seen.length === 0) return;
  await db
    .insertInto('scan_file')
    .values(
      seen.map(({ path, verdict, size, modified, hash }) => ({
        ...{
          host_code: hostCode,
          path,
          shown_path: shownPath(path),
          size,
          modified_at: modified,
          hash,
          seen_by: taskId,
        },
        severity: verdict.is === 'found' ? (verdict.findings[0]?.severity ?? null) : null,
        findings: storedJson(verdict.is === 'found' ? verdict.findings : []),
        unknown: verdict.is === 'unknown' ? verdict.why : null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['host_code', 'path'])
        .where('state', '=', 'open')
        .doUpdateSet((is) => ({
          severity: is.ref('excluded.severity'),
          findings: is.ref('excluded.findings'),
          unknown: is.ref('excluded.unknown'),
          size: is.ref('excluded.size'),
          modified_at: is.ref('excluded.modified_at'),
          hash: is.ref('excluded.hash'),
          seen_by: is.ref('excluded.seen_by'),
        })),
    )
    .execute();
}

/** Open files that a complete scan has not seen again: they are gone, or clean by now. */
export const unseenFiles = (
  db: Db,
  { hostCode, taskId }: { readonly hostCode: HostCode; readonly taskId: number },
): Promise<ScanFileRow[]> =>
  db
    .selectFrom('scan_file')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('state', '=', 'open')
    .where('seen_by', '!=', taskId)
    .execute();

export const readFile = (
  db: Db,
  { hostCode, id }: { readonly hostCode: HostCode; readonly id: number },
): Promise<ScanFileRow | undefined> =>
  db
    .selectFrom('scan_file')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('id', '=', id)
    .executeTakeFirst();

interface StateChange {
  readonly state: ScanFile['state'];
  readonly at: number;
  readonly reason?: string;
  /** Undefined: stays as it is. */
  readonly kept?: KeptFile | null;
}

/** Changes the state of a row, if it is still the one that was read. */
export async function changeState(
  db: Db,
  { id, state: from }: Pick<ScanFileRow, 'id' | 'state'>,
  { state, at, reason, kept }: StateChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scan_file')
    .set({
      ...{ state, acted_at: state === 'open' ? null : new Date(at), reason: reason ?? '' },
      ...(kept !== undefined && { kept: kept === null ? null : storedJson(kept) }),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const noteKept = (db: Db, id: number, kept: KeptFile | null) =>
  db
    .updateTable('scan_file')
    .set({ kept: kept === null ? null : storedJson(kept) })
    .where('id', '=', id)
    .execute();

/** Hashes of contents that the owner trusts. */
export async function ignoredHashes(db: Db, hostCode: HostCode): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('scan_file')
    .select('hash')
    .where('host_code', '=', hostCode)
    .where('state', '=', 'ignored')
    .execute();
  return new Set(rows.map(({ hash }) => hash));
}

export const recordRun = (db: Db, hostCode: HostCode, run: ScanRun) =>
  db
    .insertInto('scan_host')
    .values({ host_code: hostCode, last: storedJson(run) })
    .onConflict((conflict) => conflict.column('host_code').doUpdateSet({ last: storedJson(run) }))
    .execute();

export const readScanHost = (db: Db, hostCode: HostCode) =>
  db.selectFrom('scan_host').selectAll().where('host_code', '=', hostCode).executeTakeFirst();

export const lastRunOf = (stored: unknown): ScanRun | null =>
  stored === null || stored === undefined ? null : ScanRun.parse(stored);

export interface FileCounts {
  readonly open: Readonly<Record<ScanSeverity | 'unknown', number>>;
  readonly quarantined: number;
  readonly ignored: number;
}

/** Files of a host by state, and open ones by severity. */
export async function countFiles(db: Db, hostCode: HostCode): Promise<FileCounts> {
  const rows = await db
    .selectFrom('scan_file')
    .select(['state', 'severity'])
    .select((is) => is.fn.countAll<number>().as('files'))
    .where('host_code', '=', hostCode)
    .where('state', '!=', 'resolved')
    .groupBy(['state', 'severity'])
    .execute();
  const sum = (holds: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(holds).reduce((total, { files }) => total + files, 0);
  const open = (severity: ScanFile['severity']) =>
    sum((row) => row.state === 'open' && row.severity === severity);
  return {
    open: {
      ...{ high: open('high'), suspicious: open('suspicious'), notice: open('notice') },
      unknown: open(null),
    },
    quarantined: sum(({ state }) => state === 'quarantined'),
    ignored: sum(({ state }) => state === 'ignored'),
  };
}
