import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppCheck } from '@sitedeck/contract';
import { sweepPackages } from '#features/apps/worker/sweep-packages';
import { DESCRIPTION_MAX_BYTES } from '#system/apps/app-package';
import { openSigningKey } from '#system/site-image/signing-key';
import { makeAppConsole, type AppConsole } from '#testing/app-console';
import { makeAppHost, type AppHost } from '#testing/app-host';
import { itCaged } from '#testing/it-caged';
import { canMount, SmallDisk } from '#testing/small-disk';
import { craftTestApp, type CraftedApp } from '#testing/test-app';

jest.setTimeout(300_000);

const index = { name: 'app/index.php', content: '<?php echo 1;' };
const description = (changes: object): string =>
  JSON.stringify({ app: 'notes', version: '6.6', settings: {}, setup: '<?php', files: {}, ...changes });

/** Changes one byte near the end. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

describe('the package of an app', () => {
  let made: AppConsole;
  let host: AppHost;

  beforeAll(async () => {
    made = await makeAppConsole();
    host = await makeAppHost(made);
    await host.put('wwwroot/notes/mine.txt', 'mine');
  });
  afterAll(() => made.close());

  async function expectRefused(reason: string, wanted: object = { version: '6.6' }): Promise<void> {
    const before = await host.state();
    const task = await host.install({ ...wanted, overwrite: true });
    expect(task).toMatchObject({ status: 'RUNNING_FAIL', info: { reason } });
    expect(await host.state()).toEqual(before);
  }

  const foreign = () => {
    const folder = join(made.parts.scratch, 'foreign');
    mkdirSync(folder, { recursive: true });
    return openSigningKey(folder);
  };
  const changed = (change: object): Pick<CraftedApp, 'manifest'> => ({
    manifest: (said) => ({ ...said, ...change }),
  });
  it.each<[string, string, CraftedApp]>([
    ['is cut', 'app-package-damaged', { spoil: (file) => truncateSync(file, 9000) }],
    ['has another byte', 'app-package-damaged', { spoil: damage }],
    ['has more bytes', 'app-package-damaged', { spoil: (file) => writeFileSync(file, 'x', { flag: 'a' }) }],
    ['has a newer format', 'app-package-newer', changed({ format: 2 })],
    ['is the image of a site', 'app-package-damaged', changed({ kind: 'site' })],
    ['is that of another app', 'app-package-damaged', { description: description({ app: 'other' }) }],
    [
      'needs much memory',
      'app-package-damaged',
      { description: description({}).padEnd(DESCRIPTION_MAX_BYTES + 1) },
    ],
    [
      'describes a file above it',
      'app-package-damaged',
      { description: description({ files: { '../up': 'a'.repeat(64) } }) },
    ],
    [
      'describes a name of two lines',
      'app-package-damaged',
      { description: description({ files: { 'a\nb': 'a'.repeat(64) } }) },
    ],
    [
      'has an absolute name',
      'app-package-damaged',
      { entries: [{ name: '/sitedeck-absolute', content: 'x' }] },
    ],
    [
      'has a name that leads out',
      'app-package-damaged',
      { entries: [{ name: 'app/../../up', content: 'x' }] },
    ],
    [
      'has a name of two lines',
      'app-package-damaged',
      { description: description({}), entries: [{ name: 'app/a\nb', content: 'x' }] },
    ],
    [
      'has a link',
      'app-package-damaged',
      { entries: [index, { name: 'app/link', type: '2', link: '/etc' }] },
    ],
    [
      'writes through a link',
      'app-package-damaged',
      {
        entries: [
          { name: 'app/out', type: '2', link: '../..' },
          { name: 'app/out/up', content: 'x' },
        ],
      },
    ],
    [
      'lacks a file that it describes',
      'app-package-damaged',
      { description: description({ files: { lost: 'a'.repeat(64) } }), entries: [] },
    ],
  ])('is refused, and leaves all as it was, if it %s', async (_what, reason, crafted) => {
    if (!made.tools.cages) return;
    await host.offer(await craftTestApp(made.catalogue, made.key, { entries: [index], ...crafted }));
    await expectRefused(reason);
    expect([readdirSync('/').filter((name) => name.startsWith('sitedeck-absolute'))]).toEqual([[]]);
  });

  itCaged('is refused if it was signed by another key, although the index is good', async () => {
    await host.offer(
      await craftTestApp(made.catalogue, made.key, { entries: [index], key: await foreign() }),
    );
    await expectRefused('app-package-foreign');
  });

  itCaged('is read once it is good again', async () => {
    const app = await craftTestApp(made.catalogue, made.key, { entries: [index], spoil: damage });
    await host.offer(app);
    await expectRefused('app-package-damaged');
    await host.offer(await craftTestApp(made.catalogue, made.key, { entries: [index] }));
    expect((await host.install({ version: '6.6', folder: '/wwwroot/good' })).status).toBe('RUNNING_SUCCESS');
    expect(await host.read('wwwroot/good/index.php')).toBe(index.content);
  });

  itCaged('says which files of an occupied folder it would replace', async () => {
    const check = async () => {
      const asked = { act: 'install', app: 'notes', folder: '/wwwroot/notes', prefix: 'n_' };
      const found = (await host.request('/api/apps/check', asked)) as Extract<AppCheck, { act: 'install' }>;
      return [found.folder, found.overwritten];
    };
    const files = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`${name}/1.php`, '']),
    );
    await host.issue('8.0', files);
    expect(await check()).toEqual(['occupied', { count: 0, first: [] }]);
    for (const path of Object.keys(files).slice(1)) await host.put(`wwwroot/notes/${path}`, 'mine');
    const first = ['b', 'c', 'd', 'e', 'f'].map((name) => `${name}/1.php`);
    expect(await check()).toEqual(['occupied', { count: 6, first }]);
    rmSync(join(made.catalogue, 'notes-8.0.tar.zst'));
    expect(await check()).toEqual(['occupied', null]);
  });

  itCaged('is kept while a catalogue, an installed app or an open task needs it', async () => {
    const { packages, db } = made.tools;
    const stored = async () => (await readdir(packages)).sort();
    const shaOf = async () => {
      const before = await stored();
      await host.install({ folder: '/wwwroot/none', prefix: 'wrong_', version: '9.0', title: 'breaks' });
      return (await stored()).filter((name) => !before.includes(name));
    };
    await sweepPackages({ db, packages });
    const installed = await stored();
    expect(installed).toHaveLength(1);
    await host.issue('9.0', { 'index.php': 'nine' });
    const offered = await shaOf();
    expect(offered).toHaveLength(1);
    const { taskId } = (await host.request('/api/apps/install', host.wanted({ version: '9.0' }))) as {
      taskId: number;
    };
    for (const left of [`${taskId}`, '999999']) writeFileSync(join(packages, `${offered[0]}.${left}`), '');
    await host.issue('10.0', { 'index.php': 'ten' });
    await sweepPackages({ db, packages });
    expect(await stored()).toEqual([...installed, ...offered, `${offered[0]}.${taskId}`].sort());
    await made.console.api.core.tasks.finish(taskId, { status: 'STOP' });
    await sweepPackages({ db, packages });
    expect(await stored()).toEqual(installed);
  });

  (canMount() ? itCaged : it.skip)(
    'is not fetched or unpacked onto a full disk (needs a mount)',
    async () => {
      await host.issue('11.0', { 'index.php': 'x'.repeat(100_000) });
      const wanted = { version: '11.0', folder: '/wwwroot/room', prefix: 'room_' };
      for (const folder of [made.tools.packages, made.console.tools.paths.restores]) {
        mkdirSync(folder, { recursive: true });
        using disk = new SmallDisk(folder, '8m');
        expect(disk.folder).toBe(folder);
        await expectRefused('disk-full', wanted);
      }
      expect((await host.install(wanted)).status).toBe('RUNNING_SUCCESS');
    },
  );
});
