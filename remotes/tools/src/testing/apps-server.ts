import {
  checkApp,
  examineApp,
  installApp,
  listCatalogue,
  listInstalledApps,
  queryTaskList,
  queryTaskPage,
  SitePath,
  stopTask,
  undoAppChange,
  updateApp,
  vhostInfo,
  type AppCheck,
  type CatalogueApp,
  type CatalogueState,
  type InstalledApp,
  type Task,
} from '@sitedeck/contract';
import { openReplyServer, reply, type Reply } from '@sitedeck/ui/testing/reply-server';

export const appOf = (given: Partial<CatalogueApp> = {}): CatalogueApp => ({
  ...{ app: 'wordpress', version: '6.7', category: 'blog', license: 'GPL-2.0-or-later' },
  name: { 'zh-CN': 'WordPress', 'en-US': 'WordPress' },
  summary: { 'zh-CN': '内容与博客系统', 'en-US': 'Blogs and websites' },
  requires: { php: '7.4', extensions: ['mysqli'], database: true },
  ...{ files: 1901, bytes: 60_817_408, asks: ['title', 'admin'], folder: 'blog', prefix: 'wp_' },
  ...{ signIn: '/wp-login.php', installer: [], writable: [] },
  ...given,
});

/** An app that asks for nothing. */
export const plainApp = (given: Partial<CatalogueApp> = {}): CatalogueApp => {
  const { prefix: _, ...rest } = appOf();
  return {
    ...{ ...rest, app: 'dokuwiki', category: 'wiki', version: '2025', folder: 'wiki', asks: [] },
    name: { 'zh-CN': '道客维基', 'en-US': 'DokuWiki' },
    requires: { php: '7.4', extensions: [], database: false },
    ...given,
  };
};

export const installedApp = (given: Partial<InstalledApp> = {}): InstalledApp => ({
  ...{ id: 5, app: 'wordpress', version: '6.7', folder: SitePath.parse('/wwwroot/blog'), prefix: 'wp_' },
  name: { 'zh-CN': 'WordPress', 'en-US': 'WordPress' },
  ...{ address: 'http://demo.localhost/blog', signIn: 'http://demo.localhost/blog/wp-login.php' },
  ...{ installedAt: '2026-11-21T08:00:00.000Z', update: null },
  ...given,
});

export const catalogueReply = (apps: readonly CatalogueApp[], state: Partial<CatalogueState> = {}): Reply =>
  reply(listCatalogue, {
    state: {
      ...{ is: 'ready', issuedAt: '2026-11-20T08:00:00.000Z', readAt: '2026-11-21T08:00:00.000Z' },
      failure: null,
      ...state,
    },
    apps: [...apps],
  });

export const installedReply = (...apps: readonly InstalledApp[]): Reply =>
  reply(listInstalledApps, { apps: [...apps] });

type InstallCheck = Extract<AppCheck, { act: 'install' }>;

export const installCheck = (given: Partial<InstallCheck> = {}): InstallCheck => ({
  ...{ act: 'install', missing: [], database: 'ready', folder: 'free', overwritten: null },
  room: { needed: 60_817_408, free: 1_073_741_824 },
  ...given,
});

export const appTask = (given: Partial<Task> = {}): Task => ({
  ...{ id: 80, taskType: 'APP_INSTALL', taskStatus: 'RUNNING', notifyStatus: 1 },
  ...{ createTime: '2026-11-21T08:00:00.000Z', startTime: '2026-11-21T08:00:01.000Z', endTime: null },
  ...{ preTaskCode: null, postStatus: null, paused: false, operator: 'demo', progress: {}, steps: [] },
  ...{ taskParam: '{"appName":"WordPress 6.7","targetPath":"/wwwroot/blog"}', taskInfo: 'empty' },
  ...given,
});

/** An update that has just ended and can be undone. */
export const changeTask = (given: Partial<Task> = {}): Task =>
  appTask({
    ...{ id: 81, taskType: 'APP_UPDATE', taskStatus: 'RUNNING_SUCCESS' },
    ...{ endTime: new Date().toISOString(), taskInfo: '{"canUndo":true}' },
    ...given,
  });

export const changesReply = (...records: readonly Task[]): Reply =>
  reply(queryTaskPage, { records: [...records], total: records.length, pages: 1, current: 1, size: 1 });

const samples = (): readonly Reply[] => [
  catalogueReply([appOf(), plainApp()]),
  installedReply(),
  changesReply(),
  reply(checkApp, installCheck()),
  reply(examineApp, { checks: [] }),
  reply(installApp, { taskId: 80 }),
  reply(updateApp, { taskId: 81 }),
  reply(undoAppChange, { taskId: 82 }),
  reply(stopTask, appTask({ taskStatus: 'STOP' })),
  reply(vhostInfo, () => {
    throw new Error('Only the password is a way');
  }),
];

export async function openAppsServer() {
  const server = await openReplyServer(samples);
  return { ...server, tasks: (...all: readonly Task[]) => server.give(reply(queryTaskList, [...all])) };
}
