import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SITE_IMAGES_MAX, type SiteConfig, type SiteImage } from '@sitedeck/contract';
import type { BackupHost } from '#testing/backup-console';
import { addFastRepository } from '#testing/fast-repository';
import { makeImageConsole, type ImageConsole } from '#testing/image-console';
import { canMount, SmallDisk } from '#testing/small-disk';
import { treeFingerprint } from '#testing/tree-fingerprint';
import { sweepImages } from './worker/sweep-images';

jest.setTimeout(300_000);

describe('an image of a site', () => {
  let made: ImageConsole;
  let host: BackupHost;
  let count = 0;

  beforeAll(async () => {
    made = await makeImageConsole();
  });
  afterAll(() => made.console.close());
  beforeEach(async () => {
    host = await made.console.host(`image${(count += 1)}`);
    await addFastRepository(made.console.tools, host.hostCode);
    await put('wwwroot/index.php', '<?php echo "old";');
    await put('data/notes', 'private');
  });
  afterEach(() => made.refuseSettings(false));

  async function put(path: string, content: string): Promise<void> {
    await writeFile(join(host.root, path), content);
    await chown(join(host.root, path), host.uid, host.uid);
    // Images keep whole seconds.
    await utimes(join(host.root, path), 1_700_000_000 + content.length, 1_700_000_000 + content.length);
  }
  const images = async (): Promise<readonly SiteImage[]> => {
    const { images: list } = (await host.request('/api/siteImage/list')) as { images: SiteImage[] };
    return list;
  };
  const create = async (name = 'before the redesign') => {
    const task = await host.task('/api/siteImage/create', { name, note: 'n' });
    return { task, image: Number(task.info?.['image']) };
  };
  const filesOf = async () => readdir(join(made.images.folder, host.hostCode)).catch(() => []);
  const restoring = async () =>
    readdir(join(made.console.tools.paths.restores, host.hostCode)).catch(() => []);
  const documents = async () => (await made.images.settings.read(host.hostCode)).document.documents;
  const change = (to: (document: SiteConfig) => SiteConfig) =>
    made.images.settings.change({
      hostCode: host.hostCode,
      author: { operator: 'owner', role: 'USER', action: 'test' },
      change: to,
    });
  const setDocuments = (names: readonly string[]) =>
    change((document) => ({ ...document, documents: [...names] }));
  const deploy = (image: number, mode = 'mirror') => host.task('/api/siteImage/deploy', { image, mode });

  it('is listed with what it holds, is renamed, and is removed with its file', async () => {
    const { task, image } = await create();
    expect(task).toMatchObject({ status: 'RUNNING_SUCCESS', info: { path: `/images/${image}.tar.zst` } });
    expect(await images()).toEqual([
      {
        ...{ id: image, name: 'before the redesign', note: 'n', origin: 'created', missed: 0 },
        ...{ madeAt: expect.any(String) as unknown, site: `image${count}`, engines: { php: '8.2.1' } },
        addresses: [`${host.hostCode}.localhost:8081`],
        ...{
          size: expect.any(Number) as unknown,
          entries: 2,
          filesBytes: expect.any(Number) as unknown,
          databaseBytes: null,
        },
      },
    ]);
    expect(await host.request(`/api/siteImage/inspect?image=${image}`)).toEqual({
      configuration: expect.objectContaining({ indexPath: expect.any(String) as unknown }) as unknown,
      ...{ changes: [], refused: null },
    });
    await host.request('/api/siteImage/note', { image, name: 'kept' });
    expect((await images())[0]).toMatchObject({ name: 'kept', note: 'n' });
    await host.request('/api/siteImage/remove', { image });
    await sweepImages(made.images);
    expect([await images(), await filesOf()]).toEqual([[], []]);
  });

  it('replaces files and settings when it is deployed, and the deployment is undone', async () => {
    await setDocuments(['old.php']);
    const before = await treeFingerprint(host.root);
    const { image } = await create();
    await setDocuments(['new.php']);
    await put('wwwroot/index.php', 'new');
    await put('wwwroot/added.php', 'new');
    const after = await treeFingerprint(host.root);
    const task = await deploy(image);
    expect(task).toMatchObject({ status: 'RUNNING_SUCCESS', info: { canUndo: true } });
    expect([await treeFingerprint(host.root), await documents()]).toEqual([before, ['old.php']]);
    // The list of backups shows what was saved; its own undo would leave the settings.
    const { points } = (await host.request('points')) as { points: readonly object[] };
    expect(points[0]).toMatchObject({ undoes: task.id, before: { is: 'deploy' } });
    expect(await host.request('undo', { taskId: task.id })).toBe('backup-undo-deploy');
    expect((await host.task('/api/siteImage/undo', { taskId: task.id })).status).toBe('RUNNING_SUCCESS');
    expect([await treeFingerprint(host.root), await documents()]).toEqual([after, ['new.php']]);
  });

  it('says before its deployment which settings that changes, and leaves equal ones as they are stored', async () => {
    const rule = { id: 1, name: 'Shop', content: 'rewrite ^/a$ /b;' };
    await change((document) => ({ ...document, rewrite: rule }));
    const { image } = await create();
    await setDocuments(['new.php']);
    expect(await host.request(`/api/siteImage/inspect?image=${image}`)).toMatchObject({
      changes: [{ field: 'documents', before: 'new.php', after: expect.any(String) as unknown }],
    });
    await deploy(image);
    const { document } = await made.images.settings.read(host.hostCode);
    expect(document.rewrite).toEqual(rule);
  });

  it('says that the host can not take its settings', async () => {
    await change((document) => ({ ...document, php: { ...document.php, version: '5.6' } }));
    const { image } = await create();
    await change((document) => ({ ...document, php: { ...document.php, version: null } }));
    expect(await host.request(`/api/siteImage/inspect?image=${image}`)).toMatchObject({
      ...{ changes: [], refused: expect.stringContaining('5.6') as unknown },
    });
  });

  it('redoes a deployment by the undo of its undo', async () => {
    const { image } = await create();
    await put('wwwroot/index.php', 'new');
    const task = await deploy(image);
    const undone = await host.task('/api/siteImage/undo', { taskId: task.id });
    expect(undone.params).toMatchObject({ undoes: task.id });
    const redone = await host.task('/api/siteImage/undo', { taskId: undone.id });
    expect(redone.params).toMatchObject({ undoes: undone.id, redo: true });
    expect(await readFile(join(host.root, 'wwwroot/index.php'), 'utf8')).toBe('<?php echo "old";');
  });

  it('keeps files that it does not have when it is laid over the site', async () => {
    const { image } = await create();
    await put('wwwroot/index.php', 'new');
    await put('wwwroot/added.php', 'new');
    await deploy(image, 'overlay');
    expect(await readFile(join(host.root, 'wwwroot/index.php'), 'utf8')).toBe('<?php echo "old";');
    expect(existsSync(join(host.root, 'wwwroot/added.php'))).toBe(true);
  });

  it('leaves all as before if the engines refuse its settings', async () => {
    await setDocuments(['old.php']);
    const { image } = await create();
    await setDocuments(['new.php']);
    await put('wwwroot/index.php', 'new');
    const before = await treeFingerprint(host.root);
    made.refuseSettings(true);
    expect(await deploy(image)).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'config-refused' } });
    expect([await treeFingerprint(host.root), await documents()]).toEqual([before, ['new.php']]);
  });

  it('is taken from a file of the host only if it is intact', async () => {
    const { image } = await create();
    const file = join(made.images.folder, host.hostCode, `${image}.tar.zst`);
    const bytes = await readFile(file);
    const upload = async (content: Buffer) => {
      await writeFile(join(host.root, 'data/image.tar.zst'), content);
      await chown(join(host.root, 'data/image.tar.zst'), host.uid, host.uid);
      return host.task('/api/siteImage/upload', { path: '/data/image.tar.zst', name: 'brought' });
    };
    const cut = await upload(bytes.subarray(0, bytes.length - 10));
    expect(cut).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'image-damaged' } });
    expect(await images()).toHaveLength(1);
    expect(await filesOf()).toHaveLength(1);
    const task = await upload(bytes);
    expect(task.status).toBe('RUNNING_SUCCESS');
    expect((await images())[0]).toMatchObject({ name: 'brought', origin: 'uploaded', entries: 2 });
    await put('wwwroot/index.php', 'new');
    expect((await deploy(Number(task.info?.['image']))).status).toBe('RUNNING_SUCCESS');
    expect(await readFile(join(host.root, 'wwwroot/index.php'), 'utf8')).toBe('<?php echo "old";');
  });

  it('belongs to root alone, and is not deployed if another one has taken its position', async () => {
    const { image } = await create();
    const { image: other } = await create('other');
    const at = (id: number) => join(made.images.folder, host.hostCode, `${id}.tar.zst`);
    const stats = await Promise.all([at(image), dirname(at(image))].map((path) => stat(path)));
    expect(stats.map(({ uid, mode }) => [uid, mode & 0o022])).toEqual([
      [process.getuid?.(), 0],
      [process.getuid?.(), 0],
    ]);
    await rename(at(other), at(image));
    expect(await deploy(image)).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'image-damaged' } });
  });

  it.each([
    ['mirror', 'image-over-quota'],
    ['overlay', 'over-quota'],
  ])('leaves all as before if the quota has no room for it: %s', async (mode, reason) => {
    const { image } = await create();
    await put('wwwroot/index.php', 'new');
    const before = await treeFingerprint(host.root);
    const { db } = made.images;
    await db.updateTable('host').set({ disk_quota: 5000 }).where('code', '=', host.hostCode).execute();
    expect(await deploy(image, mode)).toMatchObject({ status: 'RUNNING_FAIL', info: { reason } });
    expect(await treeFingerprint(host.root)).toEqual(before);
    expect(await restoring()).toEqual([]);
  });

  const where = canMount() ? it : it.skip;
  const LARGE = 40 * 1024 * 1024;
  /** A disk that has room for less than the site. */
  async function smallDisk(folder: string): Promise<SmallDisk> {
    await mkdir(folder, { recursive: true });
    return new SmallDisk(folder, '80m');
  }

  where('leaves no file and no row if the disk is full before it is made (needs a mount)', async () => {
    const folder = join(made.images.folder, host.hostCode);
    await writeFile(join(host.root, 'data/large'), randomBytes(2 * LARGE));
    using _disk = await smallDisk(folder);
    const { task } = await create();
    expect(task).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'disk-full' } });
    expect([await images(), await filesOf()]).toEqual([[], []]);
  });

  where('leaves all as before if the disk has no room for its files (needs a mount)', async () => {
    await writeFile(join(host.root, 'data/large'), Buffer.alloc(LARGE, 'x'));
    const { image } = await create();
    await put('wwwroot/index.php', 'new');
    const before = await treeFingerprint(host.root);
    using _disk = await smallDisk(join(made.console.tools.paths.restores, host.hostCode));
    expect(await deploy(image)).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'disk-full' } });
    expect(await treeFingerprint(host.root)).toEqual(before);
    expect(await restoring()).toEqual([]);
  });

  it('is downloaded as it lies on the disk, once and by its own session only', async () => {
    const { image } = await create();
    const { url } = (await host.request('/api/siteImage/download', { image })) as { url: string };
    // A browser navigates there, without the header of other calls.
    const reply = await fetch(`${made.console.api.url}${url}`, {
      headers: { cookie: host.browser.cookie ?? '' },
    });
    const file = join(made.images.folder, host.hostCode, `${image}.tar.zst`);
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(await readFile(file));
    expect(await host.request(url)).toBe('not-found');
  });

  it('is known to its own host only', async () => {
    const { image } = await create();
    const other = await made.console.host(`other${count}`);
    for (const call of ['download', 'remove', 'deploy', 'note'])
      expect(await other.request(`/api/siteImage/${call}`, { image })).toBe('image-gone');
    expect(await other.request(`/api/siteImage/inspect?image=${image}`)).toBe('image-gone');
  });

  it('is not made if the host has as many as it may keep', async () => {
    for (let made = 0; made < SITE_IMAGES_MAX; made += 1) await create(`image ${made}`);
    expect(await host.request('/api/siteImage/create', { name: 'one more' })).toBe('image-too-many');
  });

  it('leaves nothing when it is cancelled', async () => {
    const reply = (await host.request('/api/siteImage/create', { name: 'cancelled' })) as { taskId: number };
    const task = await made.console.api.core.tasks.get(reply.taskId);
    if (!task) throw new Error('There is no task');
    const ended = await made.console.run(task, 'none', AbortSignal.abort('cancelled'));
    expect([ended.status, await images(), await filesOf()]).toEqual(['STOP', [], []]);
  });

  it('loses its files when its host is deleted', async () => {
    await create();
    await rm(join(made.images.folder, 'vh-none'), { recursive: true, force: true });
    await made.images.db.deleteFrom('host').where('code', '=', host.hostCode).execute();
    await sweepImages(made.images);
    expect(await filesOf()).toEqual([]);
  });
});
