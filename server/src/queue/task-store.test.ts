import { AccountCode, HostCode, HostName, type TaskKind } from '@sitedeck/contract';
import { makeTestDb, type TestDb } from '#testing/state';
import { makeTaskStore, type TaskStore } from './task-store';

const HOST = HostCode.parse('vh1');
const base = { hostCode: HOST, params: {}, operator: 'owner', status: 'RUNNING' } as const;

describe('tasks and the workspace lock', () => {
  let testDb: TestDb;
  let store: TaskStore;
  beforeAll(async () => {
    testDb = await makeTestDb();
    store = makeTaskStore(testDb.db);
    const account_code = AccountCode.parse('ac1');
    await testDb.db.insertInto('account').values({ code: account_code, name: 'x' }).execute();
    await testDb.db
      .insertInto('host')
      .values({
        code: HOST,
        account_code,
        host_name: HostName.parse('one'),
        password_hash: '',
        uid: 30_001,
        node: 'local',
        language: 'PHP',
        product_type: '',
        instance_type: '',
        os_type: '',
        plugin: 0,
        remark: '',
        disk_quota: null,
        database_quota: null,
        traffic_quota: null,
      })
      .execute();
  });
  afterAll(() => testDb.close());
  afterEach(async () => {
    await testDb.db.deleteFrom('task').execute();
  });

  it('gives the lock to one of many tasks that start at once', async () => {
    const starts = ['COMPRESS', 'DB_EMPTY', 'SITE_MOVE', 'WEB_BACKUP', 'UPLOAD_FILE'] as const;
    const results = await Promise.allSettled(starts.map((type) => store.create({ ...base, type })));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'workspace-busy' });
  });

  it('clears what only the worker needs when the task ends or is given up before it started', async () => {
    const params = { url: 'https://example.com/a', hidden: { url: 'https://example.com/a?key=secret' } };
    const ended = await store.create({ ...base, type: 'REMOTE_DOWNLOAD', params });
    expect((await store.get(ended.id))?.params).toEqual(params);
    await store.finish(ended.id, { status: 'RUNNING_SUCCESS' });
    const waiting = await store.create({ ...base, type: 'REMOTE_DOWNLOAD', params, status: 'WAIT' });
    await store.requestCancel(waiting.id);
    for (const { id } of [ended, waiting])
      expect((await store.get(id))?.params).toEqual({ url: 'https://example.com/a' });
  });

  it('ends a task whatever file names of a tenant’s archive its result contains', async () => {
    const { id } = await store.create({ ...base, type: 'DECOMPRESS' });
    await store.progress(id, { current: 'a\0b' });
    expect(await store.finish(id, { status: 'RUNNING_FAIL', info: { failed: ['a\0b \ud83d'] } })).toBe(true);
    expect(await store.get(id)).toMatchObject({
      progress: { current: 'a\ufffdb' },
      info: { failed: ['a\ufffdb \ufffd'] },
    });
    expect(await store.lockedBy(HOST)).toBeUndefined();
  });

  it('lets a task that does not lock run beside one that does', async () => {
    await store.create({ ...base, type: 'COMPRESS' });
    const beside: TaskKind[] = ['DB_BACKUP', 'SAFE_SCAN', 'CERT_APPLY'];
    for (const type of beside) await expect(store.create({ ...base, type })).resolves.toMatchObject({ type });
  });

  it('releases the lock of an upload whose lease has expired, and returns it on resumption if it is free', async () => {
    const upload = await store.create({
      ...base,
      type: 'UPLOAD_FILE',
      params: { uploadId: 'u' },
      leaseMs: 60_000,
    });
    expect((await store.lockedBy(HOST))?.id).toBe(upload.id);
    await testDb.db
      .updateTable('task')
      .set({ lease_until: new Date(Date.now() - 1) })
      .execute();
    expect(await store.lockedBy(HOST)).toBeUndefined();
    await store.renewLease(upload.id, 60_000);
    expect((await store.lockedBy(HOST))?.id).toBe(upload.id);

    await testDb.db
      .updateTable('task')
      .set({ lease_until: new Date(Date.now() - 1) })
      .execute();
    const other = await store.create({ ...base, type: 'DB_EMPTY' });
    await expect(store.renewLease(upload.id, 60_000)).rejects.toMatchObject({ reason: 'workspace-busy' });
    await store.finish(other.id, { status: 'RUNNING_SUCCESS' });
    await expect(store.renewLease(upload.id, 60_000)).resolves.toBeUndefined();
  });

  it('reopens a finished upload for a late slice', async () => {
    const upload = await store.create({
      ...base,
      type: 'UPLOAD_FILE',
      params: { uploadId: 'u' },
      leaseMs: 60_000,
    });
    await store.finish(upload.id, { status: 'RUNNING_SUCCESS', info: { files: 1 } });
    await store.reopen(upload.id, 60_000);
    expect(await store.byUpload(HOST, 'u')).toMatchObject({ status: 'RUNNING', ended_at: null, info: null });
    await store.finish(upload.id, { status: 'STOP' });
    await expect(store.reopen(upload.id, 60_000)).rejects.toMatchObject({ reason: 'task-ended' });
  });

  it('ends a task once: a second ending changes nothing', async () => {
    const task = await store.create({ ...base, type: 'COMPRESS' });
    expect(await store.finish(task.id, { status: 'RUNNING_SUCCESS' })).toBe(true);
    expect(await store.finish(task.id, { status: 'RUNNING_FAIL', info: { reason: 'internal' } })).toBe(false);
    await store.progress(task.id, { files: 99 });
    expect(await store.get(task.id)).toMatchObject({ status: 'RUNNING_SUCCESS', info: null, progress: {} });
  });
});
