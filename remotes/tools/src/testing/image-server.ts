import {
  createSiteImage,
  downloadSiteImage,
  inspectSiteImage,
  listSiteImages,
  noteSiteImage,
  queryTaskList,
  queryTaskPage,
  removeSiteImage,
  stopTask,
  undoDeploy,
  uploadSiteImage,
  vhostInfo,
  type SiteImage,
  type Task,
} from '@sitedeck/contract';
import { openReplyServer, reply, type Reply } from '@sitedeck/ui/testing/reply-server';

export const imageOf = (given: Partial<SiteImage> = {}): SiteImage => ({
  ...{ id: 3, name: 'before the redesign', note: '', origin: 'created', site: 'demo', missed: 0 },
  ...{ madeAt: '2026-11-21T08:00:00.000Z', size: 52_428_800, entries: 1204, filesBytes: 104_857_600 },
  ...{ databaseBytes: 2_097_152, engines: { php: '8.2.36', mariadb: '10.11.19' } },
  addresses: ['vh10001.localhost'],
  ...given,
});

export const imagesReply = (...images: readonly SiteImage[]): Reply =>
  reply(listSiteImages, { images: [...images] });

export const imageTask = (given: Partial<Task> = {}): Task => ({
  ...{ id: 70, taskType: 'WEB_SITE_IMAGE_CREATE', taskStatus: 'RUNNING', notifyStatus: 1 },
  ...{ createTime: '2026-11-21T08:00:00.000Z', startTime: '2026-11-21T08:00:01.000Z', endTime: null },
  ...{ preTaskCode: null, postStatus: null, paused: false, operator: 'demo', progress: {}, steps: [] },
  ...{ taskParam: '{"name":"a","note":""}', taskInfo: 'empty' },
  ...given,
});

/** A deployment that has just ended and can be undone. */
export const deployTask = (given: Partial<Task> = {}): Task =>
  imageTask({
    ...{ id: 71, taskType: 'IMAGE_DEPLOY', taskStatus: 'RUNNING_SUCCESS' },
    ...{ endTime: new Date().toISOString(), taskParam: '{"image":3}', taskInfo: '{"canUndo":true}' },
    ...given,
  });

export const deploymentsReply = (...records: readonly Task[]): Reply =>
  reply(queryTaskPage, { records: [...records], total: records.length, pages: 1, current: 1, size: 1 });

const samples = (): readonly Reply[] => [
  imagesReply(),
  deploymentsReply(),
  reply(vhostInfo, () => {
    throw new Error('Only the password is a way');
  }),
  reply(inspectSiteImage, { configuration: {}, changes: [], refused: null }),
  reply(createSiteImage, { taskId: 70 }),
  reply(uploadSiteImage, { taskId: 70 }),
  reply(noteSiteImage, {}),
  reply(removeSiteImage, {}),
  reply(downloadSiteImage, { url: '/api/siteImage/open/token' }),
  reply(undoDeploy, { taskId: 72 }),
  reply(stopTask, imageTask({ taskStatus: 'STOP' })),
];

export async function openImageServer() {
  const server = await openReplyServer(samples);
  return { ...server, tasks: (...all: readonly Task[]) => server.give(reply(queryTaskList, [...all])) };
}
