import {
  checkMove,
  type MoveCheck,
  queryTaskList,
  queryTaskPage,
  retryMove,
  startMove,
  stopTask,
  type Task,
} from '@sitedeck/contract';
import { openReplyServer, reply, type Reply } from '@sitedeck/ui/testing/reply-server';

export const CHECK_ID = 61;

const task = (given: Partial<Task>): Task => ({
  ...{ id: 1, taskType: 'SITE_MOVE', taskStatus: 'RUNNING_SUCCESS', notifyStatus: 1 },
  ...{ createTime: '2026-11-21T08:00:00.000Z', startTime: '2026-11-21T08:00:01.000Z' },
  ...{ endTime: '2026-11-21T08:09:00.000Z', preTaskCode: null, postStatus: null, paused: false },
  ...{ taskParam: '{}', taskInfo: 'empty', operator: 'demo', progress: {}, steps: [] },
  ...given,
});

export const moveCheck = (given: Partial<MoveCheck> = {}): MoveCheck => ({
  server: { software: 'Pure-FTPd', clockSkew: 0, encoding: 'utf-8', fingerprint: null },
  source: { files: 1204, bytes: 3_017_164_390 },
  toCopy: { files: 1204, bytes: 3_017_164_390 },
  replaced: { files: 0, sample: [] },
  gone: { files: 0, sample: [] },
  refused: [],
  refusedEntries: 0,
  room: 5_368_709_120,
  ...given,
});

const PARAMS = { ftpServer: 'ftp://old.example.com:21/public_html', targetPath: '/wwwroot' };

/** The task of a check with its result, or with the reason of its failure. */
export const checkTask = (info: object, given: Partial<Task> = {}): Task =>
  task({
    ...{ id: CHECK_ID, taskType: 'SITE_MOVE_CHECK' },
    ...{ taskParam: JSON.stringify(PARAMS), taskInfo: JSON.stringify(info) },
    ...given,
  });

/** The task of a move with its result. */
export const moveTask = (given: Partial<Task> = {}, info: object = {}): Task =>
  task({
    id: 60,
    ...{ taskParam: JSON.stringify(PARAMS), preTaskCode: 'mv-60' },
    taskInfo: JSON.stringify({
      copiedFiles: 1201,
      copiedBytes: 2_400_000_000,
      failedFiles: 3,
      failed: [],
      ...info,
    }),
    ...given,
  });

export const taskPage = (...records: readonly Task[]): Reply =>
  reply(queryTaskPage, { records: [...records], total: records.length, pages: 1, current: 1, size: 10 });

const samples = (): readonly Reply[] => [
  taskPage(),
  reply(checkMove, { taskId: CHECK_ID }),
  reply(startMove, { taskId: 62 }),
  reply(retryMove, { taskId: 63 }),
  reply(stopTask, moveTask({ taskStatus: 'STOP' })),
];

export async function openMoveServer() {
  const server = await openReplyServer(samples);
  return { ...server, tasks: (...all: readonly Task[]) => server.give(reply(queryTaskList, [...all])) };
}
