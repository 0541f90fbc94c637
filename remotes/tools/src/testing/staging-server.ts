import {
  createStaging,
  listStagingDifferences,
  pushStaging,
  queryTaskList,
  queryTaskPage,
  readStaging,
  readStagingFile,
  removeStaging,
  resetStagingPassword,
  stopTask,
  undoStagingPush,
  vhostInfo,
  type Staging,
  type StagingDifference,
  type Task,
} from '@sitedeck/contract';
import { openReplyServer, reply, type Reply } from '@sitedeck/ui/testing/reply-server';
import { deploymentsReply, imageTask } from './image-server';

export const stagingOf = (given: Partial<Staging> = {}): Staging => ({
  ...{ url: 'http://staging-vh10001.localhost:8081', user: 'staging', bytes: 104_857_600 },
  ...{ createdAt: '2026-11-21T08:00:00.000Z', configured: ['/wp-config.php'], cutOff: [] },
  database: { is: 'copied', tables: 12, bytes: 2_097_152 },
  ...given,
});

export const stagingReply = (staging: Staging | null, removing = false): Reply =>
  reply(readStaging, { staging, removing });

export const differenceOf = (given: Partial<StagingDifference> = {}): StagingDifference => ({
  ...{ path: '/theme/style.css', is: 'changed', type: 'file', size: 2048, liveSize: 1024 },
  changedAt: '2026-11-21T08:30:00.000Z',
  ...given,
});

export const stagingTask = (given: Partial<Task> = {}): Task =>
  imageTask({ taskType: 'STAGING_CREATE', taskParam: '{}', ...given });

const LOGIN = { url: 'http://staging-vh10001.localhost:8081', user: 'staging', password: 'shown-once' };

const samples = (): readonly Reply[] => [
  stagingReply(null),
  deploymentsReply(),
  reply(vhostInfo, () => {
    throw new Error('Only the password is a way');
  }),
  reply(listStagingDifferences, { differences: [], next: null }),
  reply(readStagingFile, { live: 'old\n', staging: 'new\n', unreadable: false }),
  reply(createStaging, { taskId: 70, ...LOGIN }),
  reply(resetStagingPassword, LOGIN),
  reply(pushStaging, { taskId: 71 }),
  reply(undoStagingPush, { taskId: 72 }),
  reply(removeStaging, {}),
  reply(stopTask, imageTask({ taskStatus: 'STOP' })),
];

export async function openStagingServer() {
  const server = await openReplyServer(samples);
  return {
    ...server,
    tasks: (...all: readonly Task[]) => server.give(reply(queryTaskList, [...all])),
    /** What the page finds when it looks for the newest task of a kind. */
    newest: (...all: readonly Task[]) =>
      server.give(
        reply(queryTaskPage, ({ body }) => {
          const { taskType } = body as { taskType?: readonly string[] };
          const records = all.filter((task) => taskType?.includes(task.taskType));
          return { records, total: records.length, pages: 1, current: 1, size: 1 };
        }),
      ),
  };
}
