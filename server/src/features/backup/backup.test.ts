import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { once } from 'node:events';
import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { BackupPoint, LogRecord, SitePath } from '@sitedeck/contract';
import type { TaskRow } from '#state/tables';
import { run } from '#system/process/exec';
import { completeSwaps } from '#system/restic/restore-tree';
import { makeBackupConsole, type BackupConsole, type BackupHost } from '#testing/backup-console';
import { addFastRepository } from '#testing/fast-repository';
import { treeFingerprint } from '#testing/tree-fingerprint';
import { DOWNLOADS_PER_HOST } from './worker/points/download-server';
import { runHousekeeping } from './worker/repository/housekeeping';
import { pointsOf } from './point-store';
import { backupWorkerHandlers, READS_PER_HOST } from './worker/worker-handlers';

jest.setTimeout(300_000);

describe('a site backup', () => {
  let console: BackupConsole;
  let host: BackupHost;
  let names = 0;

  beforeAll(async () => {
    console = await makeBackupConsole();
    host = await console.host('site-backup');
    await addFastRepository(console.tools, host.hostCode);
    await createTree();
  });
  afterAll(() => console.close());

  const giveToHost = async (path: string | Buffer) => chown(path, host.uid, host.uid);
  const put = async (path: string, content: string | Buffer, mode = 0o644) => {
    const file = join(host.root, path);
    await writeFile(file, content);
    await chmod(file, mode);
    await giveToHost(file);
  };
  const folder = async (path: string) => {
    await mkdir(join(host.root, path), { recursive: true });
    await giveToHost(join(host.root, path));
  };

  async function createTree(): Promise<void> {
    await folder('wwwroot/deep');
    await folder('wwwroot/deep/empty');
    await put('wwwroot/index.php', '<?php echo 1;', 0o640);
    await put('wwwroot/deep/[a]*?{b}!.txt', 'signs');
    await put('wwwroot/two\nlines', 'name of two lines');
    await put('data/secret', 'private', 0o600);
    await put('data/closed', 'none', 0o000);
    const odd = Buffer.concat([
      Buffer.from(join(host.root, 'wwwroot/')),
      Buffer.from([0xff, 0xfe, 0x20, 0x5c]),
    ]);
    await writeFile(odd, 'bytes');
    await giveToHost(odd);
    await put('wwwroot/sparse', '');
    await truncate(join(host.root, 'wwwroot/sparse'), 3_000_000);
    linkSync(join(host.root, 'wwwroot/index.php'), join(host.root, 'wwwroot/deep/again.php'));
    await symlink('/etc/passwd', join(host.root, 'wwwroot/out'));
    await lchown(join(host.root, 'wwwroot/out'), host.uid, host.uid);
    await symlink('deep', join(host.root, 'wwwroot/in'));
    await lchown(join(host.root, 'wwwroot/in'), host.uid, host.uid);
  }

  const backUp = async (kind = 'site'): Promise<{ task: TaskRow; point: number }> => {
    const task = await host.task('create', { kind });
    return { task, point: Number(task.info?.['point']) };
  };
  const damageSite = async () => {
    await rm(join(host.root, 'wwwroot/deep'), { recursive: true });
    await put('wwwroot/index.php', 'defaced');
    await put(`wwwroot/shell-${(names += 1)}.php`, 'evil');
    await rm(join(host.root, 'data/secret'));
  };
  const damageSiteAgain = async () => {
    await put('wwwroot/index.php', 'defaced');
    await put(`wwwroot/shell-${(names += 1)}.php`, 'evil');
  };
  const ready = async () =>
    (await pointsOf(console.tools.db, host.hostCode)).filter(({ state }) => state === 'ready');

  it('restores everything as it was, and undoes the restore', async () => {
    const before = await treeFingerprint(host.root);
    const { task, point } = await backUp();
    expect(task).toMatchObject({
      status: 'RUNNING_SUCCESS',
      info: { path: `/backups/${point}.tar.zst`, missed: 0 },
    });

    await damageSite();
    const damagedTree = await treeFingerprint(host.root);
    const restored = await host.task('restore', { point });
    expect(restored).toMatchObject({ type: 'WEB_BACKUP_RESTORE', status: 'RUNNING_SUCCESS' });
    expect(await treeFingerprint(host.root)).toEqual(before);

    const undone = await host.task('undo', { taskId: restored.id });
    expect(undone.status).toBe('RUNNING_SUCCESS');
    expect(await treeFingerprint(host.root)).toEqual(damagedTree);

    const redone = await host.task('undo', { taskId: undone.id });
    expect(redone).toMatchObject({ status: 'RUNNING_SUCCESS', params: { undoes: undone.id, redo: true } });
    expect(await treeFingerprint(host.root)).toEqual(before);
    const { records } = z
      .object({ records: z.array(LogRecord) })
      .parse((await host.browser.request('/api/log/queryPage/1/3', { json: {} })).res);
    expect(records.map(({ what }) => what)).toEqual(['重做恢复', '撤销恢复', '恢复备份']);
    expect((await ready()).filter(({ reason }) => reason === 'safety')).toHaveLength(3);
    // Newest first: each safety point names the action that made it.
    const made = (await ready()).find(({ id }) => id === point)?.created_at.toISOString();
    const { points } = z.object({ points: z.array(BackupPoint) }).parse(await host.request('points'));
    const said = points.filter(({ reason }) => reason === 'safety').map((safety) => safety.before);
    const savedBefore = ({ id }: { readonly id: number }) =>
      points.find(({ undoes }) => undoes === id)?.createdAt;
    expect(said).toEqual([
      { is: 'redo', restored: savedBefore(undone) },
      { is: 'undo', restored: savedBefore(restored) },
      { is: 'restore', restored: made },
    ]);
    expect(await readdir(join(console.tools.paths.restores, host.hostCode))).toEqual([]);
  });

  const newest = async () => (await ready())[0]?.id ?? 0;

  it('lists what a point holds, and what was added, changed and removed since', async () => {
    const { point } = await backUp();
    expect(await host.request(`browse?point=${point}&path=/wwwroot/deep`)).toMatchObject({
      more: false,
      entries: [
        { name: 'empty', type: 'folder' },
        { name: '[a]*?{b}!.txt', size: 5 },
        { name: 'again.php', mode: '640' },
      ],
    });
    expect(await host.request(`browse?point=${point}&path=/wwwroot/none`)).toBe('no-such-file');
    await put('wwwroot/new.txt', 'new');
    await put('wwwroot/deep/[a]*?{b}!.txt', 'other');
    await rm(join(host.root, 'wwwroot/in'));
    expect(await host.request('compare', { point })).toMatchObject({
      added: { count: 1, paths: ['/wwwroot/new.txt'] },
      changed: { count: 1, paths: ['/wwwroot/deep/[a]*?{b}!.txt'] },
      removed: { count: 1, paths: ['/wwwroot/in'] },
    });
  });

  it('restores single paths over the site, whatever characters are in their names', async () => {
    const paths = ['/wwwroot/deep/[a]*?{b}!.txt', '/wwwroot/in'];
    const task = await host.task('restore', { point: await newest(), paths });
    expect(task.status).toBe('RUNNING_SUCCESS');
    expect(await readFile(join(host.root, 'wwwroot/deep/[a]*?{b}!.txt'), 'utf8')).toBe('signs');
    expect(await readlink(join(host.root, 'wwwroot/in'))).toBe('deep');
    // Other files stay.
    expect(await readFile(join(host.root, 'wwwroot/new.txt'), 'utf8')).toBe('new');
    expect((await readdir(host.root)).filter((name) => name.startsWith('.sitedeck-restored'))).toEqual([]);
  });

  it('follows no link that replaced a folder', async () => {
    const point = (await backUp()).point;
    const outside = join(host.root, '..', 'outside');
    await mkdir(outside);
    await rm(join(host.root, 'wwwroot/deep'), { recursive: true });
    await symlink(outside, join(host.root, 'wwwroot/deep'));
    await lchown(join(host.root, 'wwwroot/deep'), host.uid, host.uid);
    const overlay = await host.task('restore', { point, paths: ['/wwwroot/deep'] });
    expect(overlay.status).toBe('RUNNING_FAIL');
    expect(await readdir(outside)).toEqual([]);
    const mirror = await host.task('restore', { point });
    expect(mirror.status).toBe('RUNNING_SUCCESS');
    expect(await readdir(outside)).toEqual([]);
    expect((await lstat(join(host.root, 'wwwroot/deep'))).isDirectory()).toBe(true);
  });

  it('creates a point from an archive, and downloads one', async () => {
    await run({
      file: 'tar',
      args: [
        '-C',
        join(host.root, 'wwwroot'),
        '-czf',
        join(host.root, 'data/up.tar.gz'),
        'deep',
        'index.php',
      ],
    });
    await giveToHost(join(host.root, 'data/up.tar.gz'));
    const made = await host.task('upload', { path: '/data/up.tar.gz', note: 'from home' });
    expect(made).toMatchObject({ status: 'RUNNING_SUCCESS', info: { files: 3 } });
    const point = Number(made.info?.['point']);
    expect(await host.request(`browse?point=${point}&path=/wwwroot`)).toMatchObject({
      entries: [{ name: 'deep' }, { name: 'index.php' }],
    });
    expect((await readdir(join(host.root, 'data'))).filter((name) => name.startsWith('.sitedeck'))).toEqual(
      [],
    );
    const { url } = (await host.request('download', { point })) as { url: string };
    const open = () => fetch(`${console.api.url}${url}`, { headers: { cookie: host.browser.cookie ?? '' } });
    const packed = join(console.tools.paths.temp, 'got.tar.zst');
    await writeFile(packed, Buffer.from(await (await open()).arrayBuffer()));
    const listed = await run({ file: 'tar', args: ['--zstd', '-tf', packed] });
    expect(listed.stdout.split('\n')).toEqual(
      expect.arrayContaining(['wwwroot/index.php', 'wwwroot/deep/empty/']),
    );
    expect(await (await open()).json()).toMatchObject({ code: '404' });
  });

  it('creates no point from an archive with more entries than the host may extract', async () => {
    const folder = join(host.root, 'data/many');
    await mkdir(folder);
    await Promise.all(Array.from({ length: 20 }, (_, index) => writeFile(join(folder, String(index)), 'x')));
    await run({ file: 'tar', args: ['-C', folder, '-czf', join(host.root, 'data/many.tar.gz'), '.'] });
    await giveToHost(join(host.root, 'data/many.tar.gz'));
    const { db } = console.api.test;
    const allow = (entries: number) =>
      db.updateTable('host').set({ archive_entries: entries }).where('code', '=', host.hostCode).execute();
    await allow(10);
    const made = await host.task('upload', { path: '/data/many.tar.gz', note: 'too many' });
    await allow(1000);
    expect(made).toMatchObject({
      status: 'RUNNING_FAIL',
      info: { reason: 'archive-too-many-entries', limit: '10' },
    });
    expect((await readdir(join(host.root, 'data'))).filter((name) => name.startsWith('.sitedeck'))).toEqual(
      [],
    );
  });

  it('limits simultaneous reads and downloads of one host', async () => {
    const point = await newest();
    const request = { hostCode: host.hostCode, point, path: SitePath.parse('/wwwroot') };
    const [gate, cancel] = [new AbortController(), new AbortController()];
    const { repositories } = console.tools;
    const held = repositories.useExclusively(host.hostCode, () => once(gate.signal, 'abort'));
    const { signal } = cancel;
    const { browse } = backupWorkerHandlers(console.tools);
    const reads = Array.from({ length: READS_PER_HOST }, () =>
      browse(request, { signal, progress: () => 0 }),
    );
    await expect(browse(request, { signal, progress: () => 0 })).rejects.toMatchObject({
      reason: 'too-many-at-once',
    });
    const cookie = host.browser.cookie ?? '';
    const download = async () => {
      const { url } = (await host.request('download', { point, path: '/wwwroot/index.php' })) as {
        url: string;
      };
      return (await fetch(`${console.api.url}${url}`, { headers: { cookie }, signal })).status;
    };
    const downloads = Array.from({ length: DOWNLOADS_PER_HOST + 1 }, download);
    // The others wait for the repository.
    expect(await Promise.race(downloads)).toBe(429);
    cancel.abort();
    gate.abort();
    const ended = await Promise.allSettled([...reads, ...downloads]);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await held;
  });

  it('verifies a point by restoring it into a scratch folder', async () => {
    const point = await newest();
    expect((await host.task('verify', { point })).status).toBe('RUNNING_SUCCESS');
    expect(await host.request('points')).toMatchObject({
      engine: { is: 'present' },
      points: expect.arrayContaining([
        expect.objectContaining({
          id: point,
          verified: expect.objectContaining({ result: 'ok' }) as unknown,
        }),
      ]) as unknown,
    });
  });

  it('removes deleted points from the repository, the last one only with confirmation, and keeps the others intact', async () => {
    const all = (await ready()).filter(({ reason }) => reason !== 'safety').map(({ id }) => id);
    const [last = 0, ...others] = all;
    for (const point of others) expect(await host.request('delete', { point })).toEqual({});
    expect(await host.request('delete', { point: last })).toBe('backup-is-last');
    const signal = new AbortController().signal;
    await runHousekeeping({ tools: console.tools, node: 'local', log: pino({ level: 'silent' }) }, signal);
    const left = await pointsOf(console.tools.db, host.hostCode);
    expect(left.filter(({ reason }) => reason !== 'safety').map(({ id }) => id)).toEqual([last]);
    expect((await host.task('verify', { point: last })).status).toBe('RUNNING_SUCCESS');
  });

  it('refuses points of another host, a restore over the quota, and a backup of nothing', async () => {
    const point = (await ready()).find(({ reason }) => reason !== 'safety')?.id ?? 0;
    const other = await console.host('stranger', 1000);
    for (const [path, body] of [
      ['restore', { point }],
      ['delete', { point }],
      ['compare', { point }],
      ['verify', { point }],
      ['download', { point }],
      [`browse?point=${point}`, undefined],
    ] as const)
      expect([path, await other.request(path, body)]).toEqual([path, 'backup-gone']);
    const nothing = await other.task('create', { kind: 'both' });
    expect(nothing).toMatchObject({
      status: 'RUNNING_FAIL',
      info: { reason: 'backup-nothing', message: '不存在可进行备份的数据' },
    });
    await console.tools.db
      .updateTable('host')
      .set({ disk_quota: 10 })
      .where('code', '=', host.hostCode)
      .execute();
    const large = await host.task('restore', { point });
    expect(large).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'backup-over-quota' } });
    await console.tools.db
      .updateTable('host')
      .set({ disk_quota: null })
      .where('code', '=', host.hostCode)
      .execute();
  });

  it('leaves the site as before or as restored when a swap is interrupted', async () => {
    const point = (await ready()).find(({ reason }) => reason !== 'safety')?.id ?? 0;
    await put('wwwroot/index.php', 'wrecked');
    const before = await treeFingerprint(host.root);
    const { taskId } = (await host.request('restore', { point })) as { taskId: number };
    const task = await console.api.core.tasks.get(taskId);
    if (!task) throw new Error('There is no task');
    // Cancelled: the site is as before, unless the swap had started.
    const stop = new AbortController();
    const running = console.run(task, 'none', stop.signal);
    const hasStarted = async () =>
      (await console.api.core.tasks.get(taskId))?.steps.some(
        ({ name, status }) => name === 'fetch' && status === 'running',
      ) ?? false;
    const ended = running.then(() => true);
    while (!(await Promise.race([hasStarted(), ended]))) await sleep(10);
    stop.abort('cancelled');
    const { status } = await running;
    if (status === 'STOP') expect(await treeFingerprint(host.root)).toEqual(before);
    else expect(status).toBe('RUNNING_SUCCESS');
    // Killed between two folders: the next worker completes the swap.
    const folder = join(console.tools.paths.restores, host.hostCode, '999999');
    await mkdir(join(folder, 'tree/wwwroot'), { recursive: true });
    await mkdir(join(folder, 'tree/data'));
    await mkdir(join(folder, 'old'));
    await rename(join(host.root, 'data'), join(folder, 'old/data'));
    await writeFile(
      join(folder, 'swap.json'),
      JSON.stringify({ root: host.root, names: ['data', 'wwwroot'] }),
    );
    await completeSwaps(console.tools.paths.restores);
    expect(await readdir(join(host.root, 'wwwroot'))).toEqual([]);
    expect(await readdir(join(host.root, 'data'))).toEqual([]);
    expect(await readFile(join(folder, 'old/wwwroot/index.php'), 'utf8')).not.toBe('');
  });

  it.each(['safety', 'fetch', 'files'])(
    'completes a restore whose worker was lost in the step "%s"',
    async (step) => {
      await put('wwwroot/index.php', 'kept');
      const { point } = await backUp();
      const before = await treeFingerprint(host.root);
      await damageSiteAgain();
      const { taskId } = (await host.request('restore', { point })) as { taskId: number };
      const read = async () => {
        const task = await console.api.core.tasks.get(taskId);
        if (!task) throw new Error('There is no task');
        return task;
      };
      const stop = new AbortController();
      let isOver = false;
      const running = console.run(await read(), 'none', stop.signal).finally(() => (isOver = true));
      const hasStarted = async () =>
        (await read()).steps.some(({ name, status }) => name === step && status !== 'wait');
      while (!isOver && !(await hasStarted())) await sleep(5);
      stop.abort('worker-stops');
      await running;
      const left = await read();
      const ended = left.status === 'RUNNING' ? await console.run(left, 'lost') : left;
      expect(ended.status).toBe('RUNNING_SUCCESS');
      expect(await treeFingerprint(host.root)).toEqual(before);
      const safety = (await ready()).filter(({ undoes }) => undoes === taskId);
      expect(safety).toHaveLength(1);
    },
  );
});
