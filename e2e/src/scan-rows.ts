import { createHash } from 'node:crypto';
import type { ScanFile, ScanFinding, ScanRun } from '@sitedeck/contract';
import type { TaskRows } from './task-rows';

const finding = (given: Partial<ScanFinding> = {}): ScanFinding => ({
  ...{ severity: 'high', technique: 'one-line-shell', rule: 'php-request-eval', confidence: 98, line: 3 },
  steps: [
    { kind: 'request-data', line: 3, code: "$_POST['x']" },
    { kind: 'executed', line: 3, code: "eval($_POST['x'])" },
    { kind: 'upload-folder', line: null },
  ],
  excerpt: { first: 1, lines: ['<?php', '// wp cache helper', "eval($_POST['x']);", "echo 'ok';"] },
  ...given,
});

/** One line as long as a scan keeps, without a space to break it at. */
const LONG = finding({
  ...{ severity: 'suspicious', technique: 'encoded-code', rule: 'php-decoded-eval', line: 1 },
  steps: [{ kind: 'decoded', line: 1, code: 'QUJD'.repeat(40), detail: 'base64_decode, gzinflate' }],
  excerpt: { first: 1, lines: [`eval(base64_decode("${'QUJD'.repeat(68)}`.slice(0, 300)] },
});

const NOTICE = finding({
  ...{ severity: 'notice', technique: 'shown-environment', rule: 'php-info', line: 12 },
  steps: [{ kind: 'called', line: 12, code: 'phpinfo()' }],
  excerpt: { first: 11, lines: ['<div>', 'phpinfo();', '</div>'] },
});

const RUN: ScanRun = {
  ...{ taskId: 1, mode: 'changed', isScheduled: true, endedAt: '2026-11-21T02:01:36.000Z' },
  ...{ files: 8412, read: 120, bytes: 1_116_691_496, seconds: 96, isComplete: true },
};

type Row = Pick<ScanFile, 'path'> &
  Partial<Pick<ScanFile, 'state' | 'findings' | 'unknown' | 'reason' | 'hash'>>;

/** Adds the last scan of a host. */
const addRun = (rows: TaskRows, hostName: string) =>
  rows.run(
    `insert into scan_host (host_code, last) select code, $2 from host where host_name = $1
     on conflict (host_code) do update set last = $2`,
    [hostName, JSON.stringify(RUN)],
  );

async function addFile(rows: TaskRows, hostName: string, row: Row): Promise<void> {
  const { path, state = 'open', findings = [finding()], unknown = null } = row;
  const { reason = '', hash = 'ab'.repeat(32) } = row;
  await rows.run(
    `insert into scan_file (host_code, path, shown_path, state, severity, findings, unknown, size, modified_at, hash,
       seen_by, acted_at, reason)
     select code, $2, $3, $4, $5, $6, $7, 4198, now(), $8, 1, case when $4 = 'open' then null else now() end, $9
     from host where host_name = $1`,
    [
      ...[hostName, Buffer.from(path), path, state, findings[0]?.severity ?? null],
      ...[JSON.stringify(findings), unknown, hash, reason],
    ],
  );
}

/** Adds a web shell as a scan has found it, with the content that it has. */
export async function addFinding(
  rows: TaskRows,
  hostName: string,
  { path, content }: { readonly path: string; readonly content: string },
): Promise<void> {
  await addRun(rows, hostName);
  await addFile(rows, hostName, { path, hash: createHash('sha256').update(content).digest('hex') });
}

/** Adds what a scan has found on a host: dangerous and suspicious files, and one that could not be analysed. */
export async function addFindings(rows: TaskRows, hostName: string): Promise<void> {
  await addRun(rows, hostName);
  const add = (row: Row) => addFile(rows, hostName, row);
  await add({ path: '/wwwroot/uploads/2026/11/a.php' });
  await add({ path: `/wwwroot/${'averylongname'.repeat(15)}.php`, findings: [LONG, NOTICE] });
  await add({ path: '/wwwroot/backup/dump.php', findings: [], unknown: 'too-slow' });
  await add({ path: '/wwwroot/old.php', state: 'quarantined' });
  await add({ path: '/wwwroot/count.php', state: 'ignored', reason: 'Our own statistics' });
}
