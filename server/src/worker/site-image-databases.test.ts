import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import type { SiteImage } from '@sitedeck/contract';
import { NodeDatabases } from '#features/database/worker/node-databases';
import type { TaskRow } from '#state/tables';
import { openConnection } from '#system/mariadb/connection/server';
import type { BackupHost } from '#testing/backup-console';
import { craftImage, craftPart, craftTar } from '#testing/crafted-image';
import { addFastRepository } from '#testing/fast-repository';
import { makeImageConsole, type ImageConsole } from '#testing/image-console';
import { ImageWorker } from '#testing/image-worker';
import type { Kill } from '#testing/image-worker-process';
import { TestMariadb } from '#testing/mariadb';
import { treeFingerprint } from '#testing/tree-fingerprint';

jest.setTimeout(300_000);

const Checksum = z.object({ Checksum: z.coerce.string() });
const ROWS = 1000;
/** Enough that a worker can be killed while they are packed or unpacked. */
const FILES = 100;

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

describe('an image of a site with a database', () => {
  let mariadb: TestMariadb;
  let databases: NodeDatabases;
  let made: ImageConsole;
  let host: BackupHost;
  let name: string;

  beforeAll(async () => {
    mariadb = await TestMariadb.make();
    const log = pino({ level: 'silent' });
    made = await makeImageConsole(
      (db) =>
        (databases = new NodeDatabases({ db, node: 'local', log, now: Date.now, server: mariadb.server })),
    );
    host = await made.console.host('image-database');
    await addFastRepository(made.console.tools, host.hostCode);
    await databases.provision(host.hostCode);
    ({ name } = (await databases.facts(host.hostCode)).access);
  });
  afterAll(async () => {
    await made.console.close();
    await mariadb.close();
  });

  async function sql(...statements: readonly string[]): Promise<void> {
    const connection = await openConnection(mariadb.server, { database: name });
    try {
      for (const statement of statements) await connection.run(statement);
    } finally {
      await connection.close();
    }
  }
  async function checksum(): Promise<string | undefined> {
    const connection = await openConnection(mariadb.server, { database: name });
    try {
      return (await connection.rows(Checksum, `CHECKSUM TABLE \`${name}\`.posts`))[0]?.Checksum;
    } finally {
      await connection.close();
    }
  }
  async function column(query: string): Promise<readonly unknown[]> {
    const connection = await openConnection(mariadb.server, { database: name });
    try {
      return (await connection.rows(z.record(z.string(), z.unknown()), query)).flatMap((row) =>
        Object.values(row),
      );
    } finally {
      await connection.close();
    }
  }
  async function put(path: string, content: string): Promise<void> {
    const file = join(host.root, path);
    await writeFile(file, content);
    await chown(file, host.uid, host.uid);
    // Images keep whole seconds.
    await utimes(file, 1_700_000_000, 1_700_000_000);
  }
  /** Gives files, database and settings of the site new content. */
  async function fill(word: string): Promise<void> {
    await sql(
      'DROP TABLE IF EXISTS posts',
      'CREATE TABLE posts (id INT PRIMARY KEY, body LONGTEXT) DEFAULT CHARSET utf8mb4',
      `INSERT INTO posts SELECT seq, CONCAT('正文 ${word}', REPEAT(seq, 50)) FROM seq_1_to_${ROWS}`,
    );
    for (let file = 0; file < FILES; file += 1) await put(`wwwroot/${file}.php`, `${word} ${file}`);
    const author = { operator: 'owner', role: 'USER', action: 'test' } as const;
    const change = { hostCode: host.hostCode, author };
    await made.images.settings.change({
      ...change,
      change: (document) => ({ ...document, documents: [`${word}.php`] }),
    });
  }
  const state = async () => ({
    files: digest(await treeFingerprint(host.root)),
    database: await checksum(),
    documents: String((await made.images.settings.read(host.hostCode)).document.documents),
  });
  type State = Awaited<ReturnType<typeof state>>;
  const images = async (): Promise<readonly SiteImage[]> =>
    ((await host.request('/api/siteImage/list')) as { images: SiteImage[] }).images;
  const create = async () =>
    Number((await host.task('/api/siteImage/create', { name: 'made', note: '' })).info?.['image']);
  const deploy = (image: number) => host.task('/api/siteImage/deploy', { image, mode: 'mirror' });

  it('brings every row back when it is deployed, and the newer ones when that is undone', async () => {
    await fill('old');
    const old = await state();
    const image = await create();
    expect((await images())[0]?.databaseBytes).toBeGreaterThan(ROWS * 100);
    await fill('new');
    const newer = await state();
    const deployed = await deploy(image);
    expect(deployed).toMatchObject({ status: 'RUNNING_SUCCESS', info: { canUndo: true } });
    expect(await state()).toEqual(old);
    expect((await host.task('/api/siteImage/undo', { taskId: deployed.id })).status).toBe('RUNNING_SUCCESS');
    expect(await state()).toEqual(newer);
  });

  it('leaves the database alone if it was made of a site without one', async () => {
    await fill('old');
    const spy = jest.spyOn(databases, 'has').mockResolvedValueOnce(false);
    const image = await create();
    spy.mockRestore();
    expect((await images())[0]?.databaseBytes).toBeNull();
    await fill('new');
    const { database } = await state();
    expect((await deploy(image)).status).toBe('RUNNING_SUCCESS');
    expect(await state()).toMatchObject({ database, documents: 'old.php' });
  });

  describe('of another installation, with a dump that leaves its database', () => {
    const word = (statement: string) => `${statement};\n`;
    /** Deploys an image that holds a dump. */
    async function deployDump(dump: string): Promise<TaskRow> {
      const parts = [
        craftPart('configuration', '{}'),
        craftPart('database', dump),
        craftPart('files', craftTar([{ name: 'wwwroot/', type: '5', mode: 0o755 }])),
      ];
      craftImage(join(host.root, 'data/image'), { key: await made.images.key(), parts });
      await chown(join(host.root, 'data/image'), host.uid, host.uid);
      const task = await host.task('/api/siteImage/upload', {
        path: '/data/image',
        name: 'crafted',
        note: '',
      });
      expect(task.status).toBe('RUNNING_SUCCESS');
      await rm(join(host.root, 'data/image'));
      const image = Number(task.info?.['image']);
      const deployed = await deploy(image);
      await host.request('/api/siteImage/remove', { image });
      return deployed;
    }

    it.each([
      'USE mysql;\nUPDATE user SET Password = 1',
      "LOAD DATA INFILE '/etc/passwd' INTO TABLE posts",
      '\\! touch /tmp/sitedeck-out',
    ])('is refused, and leaves all as before: %s', async (statement) => {
      const before = await state();
      const task = await deployDump(word('CREATE TABLE posts (id INT)') + word(statement));
      expect(task).toMatchObject({
        status: 'RUNNING_FAIL',
        info: { reason: expect.stringMatching(/^dump-/) as string },
      });
      expect(await state()).toEqual(before);
      expect(existsSync('/tmp/sitedeck-out')).toBe(false);
    });

    it('makes and drops no other database, and gives what it defines to the host’s own user', async () => {
      const statements = [
        ...['CREATE DATABASE taken', 'DROP DATABASE mysql', 'CREATE TABLE posts (id INT)'],
        "CREATE DEFINER='root'@'localhost' SQL SECURITY DEFINER VIEW seen AS SELECT 1 AS one",
      ];
      expect((await deployDump(statements.map(word).join(''))).status).toBe('RUNNING_SUCCESS');
      expect(
        await column(`SELECT DEFINER FROM information_schema.VIEWS WHERE TABLE_SCHEMA = '${name}'`),
      ).toEqual([`u_${host.hostCode}@localhost`]);
      const databases = await column('SHOW DATABASES');
      expect([databases.includes('taken'), databases.includes('mysql')]).toEqual([false, true]);
    });
  });

  describe('whose worker is killed', () => {
    let worker: ImageWorker;
    let old: State;
    let image: number;

    beforeAll(async () => {
      const scratch = dirname(made.images.folder);
      worker = await ImageWorker.make({
        ...{ url: made.console.api.test.url, scratch, hosts: dirname(host.root), server: mariadb.server },
        socket: join(scratch, 'fs/parent.sock'),
      });
      await fill('old');
      old = await state();
      await worker.start();
      // Shows how long the steps take.
      const first = await begin('/api/siteImage/create', { name: 'kept', note: '' });
      await worker.run({ taskId: first, before: 'none' });
      image = Number((await row(first)).info?.['image']);
      const taskId = await begin('/api/siteImage/deploy', { image, mode: 'mirror' });
      await worker.run({ taskId, before: 'none' });
      for (const other of await images()) if (other.id !== image) await remove(other.id);
    });
    afterAll(() => worker.close());

    async function begin(path: string, json: unknown): Promise<number> {
      const reply = await host.request(path, json);
      return z.object({ taskId: z.number() }).parse(reply).taskId;
    }
    async function row(taskId: number): Promise<TaskRow> {
      const task = await made.console.api.core.tasks.get(taskId);
      if (!task) throw new Error('The task is gone');
      return task;
    }
    const remove = (id: number) => host.request('/api/siteImage/remove', { image: id });
    /** Kills the worker of a task, and has the next one take it over. */
    async function killIn(
      start: () => Promise<number>,
      { step, at, then }: Omit<Kill, 'halfMs'> & { readonly then: 'resumed' | 'cancelled' },
    ): Promise<TaskRow> {
      for (let share = 0.5; ; share /= 2) {
        const taskId = await start();
        const { type } = await row(taskId);
        const kill = { step, at, halfMs: worker.msOf(type, step) * share };
        // Too late for a machine that is less busy than before: again, and earlier.
        if ((await worker.run({ taskId, before: 'none', kill })) === 'ended') continue;
        if (then === 'cancelled') await made.console.api.core.tasks.requestCancel(taskId);
        await worker.start();
        await worker.run({ taskId, before: 'lost' });
        return row(taskId);
      }
    }

    it.each([
      ['database', 'halfway'],
      ['database', 'done'],
      ['files', 'halfway'],
      ['files', 'done'],
      ['end', 'done'],
    ] as const)('leaves nothing of an image in the making: %s %s', async (step, at) => {
      const start = async () => {
        for (const { id } of await images()) if (id !== image) await remove(id);
        return begin('/api/siteImage/create', { name: 'lost', note: '' });
      };
      const task = await killIn(start, { step, at, then: 'resumed' });
      expect([task.status, (await images()).map(({ id }) => id)]).toEqual(['RUNNING_FAIL', [image]]);
      const files = await readdir(join(made.images.folder, host.hostCode));
      expect(files.filter((file) => file.includes('.new'))).toEqual([]);
      expect(await readdir(made.images.views)).toEqual([]);
    });

    const STEPS = ['check', 'safety', 'fetch', 'database', 'configuration', 'files'];
    it.each([
      ...STEPS.map((step) => [step, 'halfway', 'resumed', 'mirror'] as const),
      ...STEPS.slice(2).map((step) => [step, 'done', 'cancelled', 'mirror'] as const),
      ['end', 'done', 'cancelled', 'mirror'] as const,
      ['files', 'done', 'resumed', 'overlay'] as const,
      ['files', 'done', 'cancelled', 'overlay'] as const,
      ['files', 'halfway', 'cancelled', 'overlay'] as const,
    ])('leaves the site as before or as in the image: %s %s, %s, %s', async (...round) => {
      const [step, at, then, mode] = round;
      let before = old;
      const start = async () => {
        await fill('new');
        before = await state();
        return begin('/api/siteImage/deploy', { image, mode });
      };
      const task = await killIn(start, { step, at, then });
      const now = await state();
      const of = (part: keyof State) => {
        if (now[part] === old[part]) return 'old';
        return now[part] === before[part] ? 'new' : 'neither';
      };
      const parts = [of('files'), of('database'), of('documents')];
      const [first] = then === 'resumed' ? ['old'] : parts;
      const status = then === 'resumed' ? 'RUNNING_SUCCESS' : 'STOP';
      expect([task.status, ...parts]).toEqual([status, first, first, first]);
      expect(await readdir(join(made.console.tools.paths.restores, host.hostCode))).toEqual([]);
    });
  });
});
