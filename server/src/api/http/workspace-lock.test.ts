import { z } from 'zod';
import { defineCall, HostCode, TASK_KIND_NAMES, type TaskKind } from '@sitedeck/contract';
import type { Handlers } from '../calls/handlers';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';

/** The kinds that lock, as in the contract: repeated here, so that its table can't change unnoticed. */
const LOCKING: readonly TaskKind[] = [
  'UPLOAD_FILE',
  'COMPRESS',
  'DECOMPRESS',
  'SITE_MOVE',
  'APP_INSTALL',
  'WEB_BACKUP',
  'WEB_BACKUP_RESTORE',
  'DB_BACKUP_RESTORE',
  'DB_EMPTY',
  'WEB_SITE_IMAGE_CREATE',
  'DB_IMPORT',
  'DB_REPLACE',
  'IMAGE_DEPLOY',
  'APP_UPDATE',
  'APP_UNINSTALL',
  'STAGING_CREATE',
  'STAGING_PUSH',
];

const calls = {
  changeEntry: defineCall({
    method: 'POST',
    path: '/api/thing/change',
    summary: 'Changes something of the host',
    access: 'owner',
    effect: 'change',
    reply: z.object({}),
  }),
};
const handlers: Handlers<typeof calls> = { changeEntry: () => Promise.resolve({}) };

describe('the workspace lock', () => {
  let api: TestApi;
  let owner: Browser;
  let hostCode: HostCode;
  beforeAll(async () => {
    api = await makeTestApi({ extra: { calls, handlers } });
    const portal = new Portal(api);
    hostCode = HostCode.parse(await portal.host(await portal.account(), 'locked'));
    owner = new Browser(api, { 'accept-language': 'zh-CN' });
    await owner.login('locked', PASSWORD);
  });
  afterAll(() => api.close());

  const change = () => owner.request('/api/thing/change', { json: {} });
  const open = (type: TaskKind, status: 'WAIT' | 'RUNNING') =>
    api.core.tasks.create({ hostCode, type, status, params: {}, operator: 'locked' });

  it.each(
    TASK_KIND_NAMES.flatMap((kind) =>
      (['WAIT', 'RUNNING'] as const).map((status) => [kind, status] as const),
    ),
  )('locks the workspace while any task other than DB_BACKUP runs or waits: %s, %s', async (kind, status) => {
    const task = await open(kind, status);
    const reply = await change();
    await api.core.tasks.finish(task.id, { status: 'STOP' });
    if (LOCKING.includes(kind))
      expect(reply).toMatchObject({
        code: '409',
        reason: 'workspace-busy',
        msg: '当前有任务尚未运行完成，请等待完成后重试。',
      });
    else expect(reply.code).toBe('200');
    expect((await change()).code).toBe('200');
  });
});
