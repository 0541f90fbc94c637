import {
  actOnFindings,
  listFindingRequests,
  listFindings,
  queryTaskList,
  readScan,
  saveScanSchedule,
  startScan,
  stopTask,
  type CallReply,
  type ScanFile,
  type ScanFinding,
  type Task,
} from '@sitedeck/contract';
import { openReplyServer, reply, type Reply } from '@sitedeck/ui/testing/reply-server';

type Status = CallReply<typeof readScan>;

/** A site with two dangerous files, one to review and one that could not be analysed. */
export const scanStatus = (given: Partial<Status> = {}): Status => ({
  engine: 'complete',
  last: {
    ...{ taskId: 60, mode: 'changed', isScheduled: true, endedAt: '2026-11-21T02:01:36.000Z' },
    ...{ files: 8412, read: 120, bytes: 1_116_691_496, seconds: 96, isComplete: true },
  },
  runningTask: null,
  open: { high: 2, suspicious: 1, notice: 0, unknown: 1 },
  quarantined: 14,
  ignored: 3,
  schedule: { isOn: true, mode: 'changed', frequency: 'daily', hour: 2, onArrival: false },
  nextAt: '2026-11-22T02:00:00.000Z',
  zone: 'Asia/Shanghai',
  ...given,
});

export const findingOf = (given: Partial<ScanFinding> = {}): ScanFinding => ({
  ...{ severity: 'high', technique: 'one-line-shell', rule: 'php-request-eval', confidence: 98, line: 3 },
  steps: [
    { kind: 'request-data', line: 3, code: "$_POST['x']" },
    { kind: 'executed', line: 3, code: "eval($_POST['x'])" },
    { kind: 'upload-folder', line: null },
  ],
  excerpt: { first: 1, lines: ['<?php', '// wp cache helper', "eval($_POST['x']);"] },
  ...given,
});

export const fileOf = (given: Partial<ScanFile> = {}): ScanFile => ({
  ...{ id: 5, path: '/wwwroot/uploads/a.php', state: 'open', severity: 'high', unknown: null },
  ...{ findings: [findingOf()], size: 4198, modifiedAt: '2026-11-21T01:47:00.000Z', reason: '' },
  ...{ firstSeenAt: '2026-11-21T02:00:30.000Z', actedAt: null, hash: 'ab'.repeat(32) },
  ...given,
});

/** A file that could not be analysed. */
export const unknownFile = (given: Partial<ScanFile> = {}): ScanFile =>
  fileOf({ id: 9, path: '/wwwroot/big.php', severity: null, findings: [], unknown: 'too-slow', ...given });

export const findingsReply = (...files: readonly ScanFile[]): Reply =>
  reply(listFindings, { files: [...files], total: files.length });

export const scanTask = (given: Partial<Task> = {}): Task => ({
  ...{ id: 61, taskType: 'SAFE_SCAN', taskStatus: 'RUNNING', notifyStatus: 1 },
  ...{ createTime: '2026-11-21T08:00:00.000Z', startTime: '2026-11-21T08:00:01.000Z', endTime: null },
  ...{ preTaskCode: null, postStatus: null, paused: false, operator: 'demo', steps: [] },
  ...{
    progress: { processed: 1204, total: 2800, size: 1024, totalSize: 4096 },
    taskParam: '{"mode":"all"}',
    taskInfo: 'empty',
  },
  ...given,
});

const samples = (): readonly Reply[] => [
  reply(readScan, scanStatus()),
  findingsReply(
    fileOf(),
    fileOf({ id: 6, path: '/wwwroot/cache/.tmp.php' }),
    fileOf({ id: 7, path: '/wwwroot/old.php', severity: 'suspicious' }),
    unknownFile(),
  ),
  reply(listFindingRequests, { requests: [], isComplete: true }),
  reply(startScan, { taskId: 61 }),
  reply(actOnFindings, ({ body }) => ({ done: body['ids'] as number[], failed: [] })),
  reply(saveScanSchedule, { nextAt: '2026-11-23T05:00:00.000Z' }),
  reply(stopTask, scanTask({ taskStatus: 'STOP' })),
];

export async function openScanServer() {
  const server = await openReplyServer(samples);
  return { ...server, tasks: (...all: readonly Task[]) => server.give(reply(queryTaskList, [...all])) };
}
