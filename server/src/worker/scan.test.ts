import {
  chmod,
  chown,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { CallReply, listFindings, readScan, ScanFile } from '@sitedeck/contract';
import { scanArrivals, startDueScans } from '#features/scan/worker/due-scans';
import type { OriginalFiles } from '#features/scan/worker/originals';
import { Refusal } from '#faults/refusal';
import { run } from '#system/process/exec';
import type { BackupHost } from '#testing/backup-console';
import { makeScanConsole, type ScanConsole } from '#testing/scan-console';

jest.setTimeout(120_000);

const SHELL = "<?php\neval($_POST['x']);\n";
const SAFE = "<?php echo 'hello, visitor';";
const OTHER_SHELL = "<?php\nsystem($_GET['c']);\n";

describe('a web-shell scan', () => {
  let made: ScanConsole;
  let count = 0;
  const originals: OriginalFiles[] = [];

  beforeAll(async () => {
    made = await makeScanConsole(originals);
  });
  afterAll(() => made.close());

  const newHost = () => made.console.host(`scan${(count += 1)}`);
  async function put(
    { root, uid }: BackupHost,
    path: string | Buffer,
    content: string | Buffer,
  ): Promise<void> {
    const file = Buffer.concat([Buffer.from(`${root}/wwwroot/`), Buffer.from(path)]);
    const folder = dirname(file.toString('latin1'));
    if ((await mkdir(folder, { recursive: true })) !== undefined) await chown(folder, uid, uid);
    await writeFile(file, content);
    await chown(file, uid, uid);
  }
  const scan = (host: BackupHost, mode: 'changed' | 'all' = 'changed') =>
    host.task('/api/safe/scan/start', { mode });
  const state = (host: BackupHost) =>
    host.request('/api/safe/scan/state') as Promise<CallReply<typeof readScan>>;
  async function found(host: BackupHost, query = ''): Promise<readonly ScanFile[]> {
    const reply = await host.request(`/api/safe/scan/findings${query}`);
    return (reply as CallReply<typeof listFindings>).files;
  }
  const act = (host: BackupHost, name: string, ids: readonly number[]) =>
    host.request('/api/safe/scan/act', { act: name, ids, reason: name === 'ignore' ? 'Our own tool' : '' });
  async function only(host: BackupHost, query = ''): Promise<ScanFile> {
    const [file, ...rest] = await found(host, query);
    if (!file || rest.length > 0) throw new Error(`Found ${rest.length + (file ? 1 : 0)} files`);
    return file;
  }
  const isThere = (host: BackupHost, path: string) =>
    stat(join(host.root, path)).then(
      () => true,
      () => false,
    );

  /** Parts of the loop for due scans; it may start none, and notes the hosts whose scan it wanted to start. */
  const dueParts = (started: string[], now: () => number) => ({
    ...{ db: made.tools.db, node: 'local', log: made.tools.log, now },
    enqueue: (_task: unknown, { hostCode }: { readonly hostCode: string }) => {
      started.push(hostCode);
      return Promise.reject(new Refusal('workspace-busy'));
    },
  });

  it('finds a shell, says where it lies, and counts all files', async () => {
    const host = await newHost();
    await put(host, 'index.php', "<?php echo 'hello';");
    await put(host, 'up/a.php', SHELL);
    const task = await scan(host);
    expect(task).toMatchObject({ status: 'RUNNING_SUCCESS', info: { files: 2, read: 2, high: 1 } });
    expect(await only(host)).toMatchObject({ path: '/wwwroot/up/a.php', severity: 'high', state: 'open' });
    expect(await state(host)).toMatchObject({
      last: { files: 2, read: 2, mode: 'changed', isComplete: true },
      open: { high: 1, suspicious: 0, notice: 0, unknown: 0 },
    });
  });

  it('reads again only what has changed, even if size and time of change look the same', async () => {
    const host = await newHost();
    await put(host, 'a.php', SAFE);
    await put(host, 'b.php', SAFE);
    await scan(host);
    const { mtime } = await stat(join(host.root, 'wwwroot/a.php'));
    await put(host, 'a.php', SHELL.padEnd(SAFE.length));
    await utimes(join(host.root, 'wwwroot/a.php'), mtime, mtime);
    await scan(host);
    expect(await state(host)).toMatchObject({ last: { files: 2, read: 1 }, open: { high: 1 } });
    await scan(host, 'all');
    expect(await state(host)).toMatchObject({ last: { files: 2, read: 2 }, open: { high: 1 } });
  });

  it('closes a finding when its file is clean or gone', async () => {
    const host = await newHost();
    await put(host, 'a.php', SHELL);
    await put(host, 'b.php', SHELL);
    await scan(host);
    await put(host, 'a.php', SAFE);
    await rm(join(host.root, 'wwwroot/b.php'));
    await scan(host);
    expect(await found(host)).toEqual([]);
    expect(await found(host, '?state=resolved')).toHaveLength(2);
  });

  it('moves a file into quarantine and back with its rights and time', async () => {
    const host = await newHost();
    await put(host, 'up/a.php', SHELL);
    const file = join(host.root, 'wwwroot/up/a.php');
    await chmod(file, 0o640);
    await utimes(file, 1_700_000_000, 1_700_000_000);
    await scan(host);
    const { id } = await only(host);
    expect(await act(host, 'quarantine', [id])).toEqual({ done: [id], failed: [] });
    expect(await isThere(host, 'wwwroot/up/a.php')).toBe(false);
    const kept = join(made.tools.quarantine, host.hostCode, String(id));
    expect([await readFile(kept, 'utf8'), (await stat(kept)).mode & 0o777]).toEqual([SHELL, 0o600]);
    expect(await only(host, '?state=quarantined')).toMatchObject({ id, path: '/wwwroot/up/a.php' });
    await rm(join(host.root, 'wwwroot/up'), { recursive: true });

    expect(await act(host, 'restore', [id])).toEqual({ done: [id], failed: [] });
    expect(await readFile(file, 'utf8')).toBe(SHELL);
    const { mode, mtimeMs, uid } = await stat(file);
    expect([mode & 0o777, mtimeMs, uid]).toEqual([0o640, 1_700_000_000_000, host.uid]);
    await expect(stat(kept)).rejects.toThrow('ENOENT');
    expect(await only(host)).toMatchObject({ id, state: 'open' });
  });

  it.each(['quarantine', 'delete'])('refuses to %s a file that has changed since the scan', async (name) => {
    const host = await newHost();
    await put(host, 'a.php', SHELL);
    await scan(host);
    const { id, path } = await only(host);
    await put(host, 'a.php', SAFE);
    const reason = '文件在扫描后已被修改，未做处理。请重新扫描';
    expect(await act(host, name, [id])).toEqual({ done: [], failed: [{ id, path, reason }] });
    expect(await readFile(join(host.root, 'wwwroot/a.php'), 'utf8')).toBe(SAFE);
  });

  it('never follows a folder that was replaced by a link between scan and act', async () => {
    const host = await newHost();
    const other = await newHost();
    await put(host, 'up/a.php', SHELL);
    await put(other, 'a.php', SHELL);
    await scan(host);
    const { id } = await only(host);
    await rename(join(host.root, 'wwwroot/up'), join(host.root, 'wwwroot/away'));
    await symlink(join(other.root, 'wwwroot'), join(host.root, 'wwwroot/up'));
    expect(await act(host, 'delete', [id])).toMatchObject({ done: [], failed: [{ id }] });
    expect(await act(host, 'quarantine', [id])).toMatchObject({ done: [], failed: [{ id }] });
    expect(await readFile(join(other.root, 'wwwroot/a.php'), 'utf8')).toBe(SHELL);
  });

  it('restores nothing over a new file of that name', async () => {
    const host = await newHost();
    await put(host, 'a.php', SHELL);
    await scan(host);
    const { id } = await only(host);
    await act(host, 'quarantine', [id]);
    await put(host, 'a.php', SAFE);
    const reason = '原位置已有同名文件，未恢复。请先移走该文件';
    expect(await act(host, 'restore', [id])).toMatchObject({ done: [], failed: [{ reason }] });
    expect(await readFile(join(host.root, 'wwwroot/a.php'), 'utf8')).toBe(SAFE);
    expect(await only(host, '?state=quarantined')).toMatchObject({ id });
  });

  it.each(['the next scan', 'a repeated act'])(
    'completes by %s what a lost process has begun',
    async (by) => {
      const host = await newHost();
      await put(host, 'a.php', SHELL);
      await scan(host);
      const { id } = await only(host);
      await act(host, 'quarantine', [id]);
      // As if the worker was killed after it had removed the file.
      await made.tools.db
        .updateTable('scan_file')
        .set({ state: 'open', acted_at: null })
        .where('id', '=', id)
        .execute();
      if (by === 'the next scan') await scan(host);
      else expect(await act(host, 'quarantine', [id])).toEqual({ done: [id], failed: [] });
      expect(await only(host, '?state=quarantined')).toMatchObject({ id });
      await act(host, 'restore', [id]);
      expect(await readFile(join(host.root, 'wwwroot/a.php'), 'utf8')).toBe(SHELL);
    },
  );

  it('trusts ignored content wherever it lies, until it changes or the owner changes their mind', async () => {
    const host = await newHost();
    await put(host, 'a.php', SHELL);
    await scan(host);
    const { id } = await only(host);
    await act(host, 'ignore', [id]);
    await put(host, 'copy.php', SHELL);
    await scan(host);
    expect(await found(host)).toEqual([]);
    expect(await only(host, '?state=ignored')).toMatchObject({ id, reason: 'Our own tool' });
    await put(host, 'a.php', OTHER_SHELL);
    await scan(host);
    const changed = await only(host);
    expect(changed.id).not.toBe(id);
    await act(host, 'delete', [changed.id]);
    await act(host, 'unignore', [id]);
    await scan(host);
    expect((await found(host)).map(({ path }) => path)).toEqual(['/wwwroot/copy.php']);
  });

  it('deletes files from the site and from quarantine', async () => {
    const host = await newHost();
    await put(host, 'a.php', SHELL);
    await put(host, 'b.php', OTHER_SHELL);
    await scan(host);
    const [a, b] = await found(host);
    const ids = [a?.id ?? 0, b?.id ?? 0];
    await act(host, 'quarantine', [ids[0] ?? 0]);
    expect(await act(host, 'delete', ids)).toEqual({ done: ids, failed: [] });
    expect(await isThere(host, 'wwwroot/b.php')).toBe(false);
    await expect(stat(join(made.tools.quarantine, host.hostCode, String(ids[0])))).rejects.toThrow('ENOENT');
    expect(await state(host)).toMatchObject({ open: { high: 0 }, quarantined: 0 });
  });

  it('scans and moves files with names that are no text, or would be markup', async () => {
    const host = await newHost();
    const names = [Buffer.from([0x61, 0xff, 0xfe, 0x2e, 0x70]), Buffer.from('<img src=x>\n.php')];
    for (const name of names) await put(host, name, SHELL);
    await scan(host);
    const files = await found(host);
    expect(files.map(({ path }) => path).sort()).toEqual([
      '/wwwroot/<img src=x>\n.php',
      '/wwwroot/a\ufffd\ufffd.p',
    ]);
    const ids = files.map(({ id }) => id);
    expect(await act(host, 'quarantine', ids)).toEqual({ done: ids, failed: [] });
    expect(await act(host, 'restore', ids)).toEqual({ done: ids, failed: [] });
    await scan(host);
    expect(await found(host)).toHaveLength(2);
  });

  it('follows no link, waits for no pipe, and reads a huge sparse file only in part', async () => {
    const host = await newHost();
    await put(host, 'a.php', SAFE);
    const at = (name: string) => join(host.root, 'wwwroot', name);
    await symlink('/etc/passwd', at('link.php'));
    await symlink('.', at('loop'));
    await run({ file: 'mkfifo', args: [at('pipe.php')] });
    await put(host, 'huge.php', '');
    await truncate(at('huge.php'), 2 ** 40);
    const task = await scan(host);
    expect(task).toMatchObject({ status: 'RUNNING_SUCCESS', info: { files: 2, read: 2 } });
    expect(Number(task.info?.['bytes'])).toBeLessThan(20 * 1024 * 1024);
  });

  it('reports files and folders that it can’t read, and never as clean', async () => {
    const host = await newHost();
    await put(host, 'a.php', SAFE);
    await put(host, 'inner/b.php', SAFE);
    await chmod(join(host.root, 'wwwroot/a.php'), 0);
    await chown(join(host.root, 'wwwroot/inner'), 0, 0);
    await chmod(join(host.root, 'wwwroot/inner'), 0o700);
    await scan(host);
    const files = await found(host, '?severity=unknown');
    expect(files.map(({ path, unknown }) => [path, unknown])).toEqual([
      ['/wwwroot/a.php', 'unreadable'],
      ['/wwwroot/inner', 'unreadable'],
    ]);
    expect(await state(host)).toMatchObject({ open: { unknown: 2 } });
  });

  it('keeps earlier findings when a scan is cancelled', async () => {
    const host = await newHost();
    await put(host, 'a.php', SHELL);
    await scan(host);
    await rm(join(host.root, 'wwwroot/a.php'));
    const { id } = await made.console.api.core.tasks.create({
      ...{ hostCode: host.hostCode, operator: 'owner', type: 'SAFE_SCAN', status: 'WAIT' },
      params: { mode: 'changed', isScheduled: false },
    });
    const row = await made.console.api.core.tasks.get(id);
    if (!row) throw new Error('The task is gone');
    const cancelled = new AbortController();
    cancelled.abort('cancelled');
    await made.console.run(row, 'none', cancelled.signal);
    expect(await found(host)).toHaveLength(1);
  });

  it('trusts files of an app as they were installed, and reports those that were changed', async () => {
    const host = await newHost();
    const hash = (content: string) => createHash('sha256').update(content).digest('hex');
    const files = [
      ['app/tool.php', SHELL],
      ['app/index.php', SAFE],
      ['app/other.php', SAFE],
    ] as const;
    originals.push({ hashes: new Map(files.map(([path, content]) => [`/wwwroot/${path}`, hash(content)])) });
    for (const [path, content] of files) await put(host, path, content);
    await put(host, 'app/index.php', "<?php echo 'changed';");
    await scan(host);
    expect(await only(host)).toMatchObject({
      ...{ path: '/wwwroot/app/index.php', severity: 'notice' },
      findings: [{ technique: 'changed-core-file' }],
    });
    await put(host, 'app/tool.php', OTHER_SHELL);
    await scan(host);
    expect((await found(host)).map(({ path, severity }) => [path, severity])).toEqual([
      ['/wwwroot/app/tool.php', 'high'],
      ['/wwwroot/app/index.php', 'notice'],
    ]);
    originals.splice(0);
  });

  it('refuses files of another host, and acts that do not fit the state', async () => {
    const [host, other] = [await newHost(), await newHost()];
    await put(host, 'a.php', SHELL);
    await scan(host);
    const { id } = await only(host);
    expect(await act(other, 'quarantine', [id])).toMatchObject({ done: [], failed: [{ id, path: '' }] });
    expect(await act(host, 'restore', [id])).toMatchObject({ done: [], failed: [{ id }] });
    expect(await act(host, 'unignore', [id])).toMatchObject({ done: [], failed: [{ id }] });
    expect(await isThere(host, 'wwwroot/a.php')).toBe(true);
  });

  it('lists the newest requests that called a file', async () => {
    const host = await newHost();
    await put(host, 'up load/a.php', SHELL);
    await scan(host);
    const { id } = await only(host);
    const line = (path: string, time: string) =>
      `198.51.100.66 - - [${time} +0000] "POST ${path} HTTP/1.1" 200 5 "-" "curl/8" 5 0.001 "a.example" -\n`;
    await writeFile(
      join(host.root, 'logs/access.log'),
      line('/', '01/Jan/2020:00:00:00') +
        line('/up%20load/a.php?x=1', '28/Nov/2026:01:47:00') +
        line('/other/a.php', '28/Nov/2026:01:48:00') +
        line('/up%20load/%61.php/more', '28/Nov/2026:01:49:00'),
    );
    expect(await host.request(`/api/safe/scan/requests?id=${id}`)).toEqual({
      isComplete: true,
      requests: [
        expect.objectContaining({ at: '2026-11-28T01:49:00.000Z' }),
        {
          ...{ at: '2026-11-28T01:47:00.000Z', address: '198.51.100.66', status: 200, agent: 'curl/8' },
          request: 'POST /up%20load/a.php?x=1 HTTP/1.1',
        },
      ],
    });
  });

  it('saves a schedule, and starts a due scan once', async () => {
    const host = await newHost();
    const schedule = { isOn: true, mode: 'all', frequency: 'daily', hour: 3, onArrival: false };
    const saved = await host.request('/api/safe/scan/schedule', schedule);
    const { nextAt } = await state(host);
    expect([saved, typeof nextAt]).toEqual([{ nextAt }, 'string']);
    const started: string[] = [];
    const parts = dueParts(started, () => Date.parse(nextAt ?? '') + 1000);
    await startDueScans(parts);
    await startDueScans(parts);
    expect(started).toEqual([host.hostCode]);
    const { nextAt: after } = await state(host);
    expect(Date.parse(after ?? '') - Date.parse(nextAt ?? '')).toBe(24 * 3600_000);
  });

  it('scans a site once after files have arrived, if its owner wants that', async () => {
    const [host, other] = [await newHost(), await newHost()];
    const schedule = { isOn: false, mode: 'changed', frequency: 'daily', hour: 3, onArrival: true };
    await host.request('/api/safe/scan/schedule', schedule);
    const { tasks } = made.console.api.core;
    const upload = async ({ hostCode }: BackupHost, status: 'RUNNING' | 'RUNNING_SUCCESS') => {
      const { id } = await tasks.create({
        ...{ hostCode, operator: 'owner', type: 'REMOTE_DOWNLOAD', status: 'RUNNING', params: {} },
      });
      if (status !== 'RUNNING') await tasks.finish(id, { status });
      return id;
    };
    const started: string[] = [];
    const later = () => Date.now() + 60_000;
    await upload(host, 'RUNNING_SUCCESS');
    await upload(other, 'RUNNING_SUCCESS');
    const running = await upload(host, 'RUNNING');
    await scanArrivals(dueParts(started, later));
    expect(started).toEqual([]);
    await tasks.finish(running, { status: 'RUNNING_SUCCESS' });
    await scanArrivals(dueParts(started, later));
    await scanArrivals(dueParts(started, later));
    expect(started).toEqual([host.hostCode]);
  });
});
