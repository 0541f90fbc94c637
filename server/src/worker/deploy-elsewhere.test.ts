import { copyFile, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { NodeDatabases } from '#features/database/worker/node-databases';
import { imageFile } from '#features/site-image/image-store';
import type { TaskRow } from '#state/tables';
import { openConnection } from '#system/mariadb/connection/server';
import type { BackupHost } from '#testing/backup-console';
import { addFastRepository } from '#testing/fast-repository';
import { makeImageConsole, type ImageConsole } from '#testing/image-console';
import { TestMariadb } from '#testing/mariadb';

jest.setTimeout(300_000);

describe('an image that is deployed on another host', () => {
  let mariadb: TestMariadb;
  let databases: NodeDatabases;
  let made: ImageConsole;
  let count = 0;

  beforeAll(async () => {
    mariadb = await TestMariadb.make();
    const log = pino({ level: 'silent' });
    made = await makeImageConsole(
      (db) =>
        (databases = new NodeDatabases({ db, node: 'local', log, now: Date.now, server: mariadb.server })),
    );
  });
  afterAll(async () => {
    await made.console.close();
    await mariadb.close();
  });

  async function makeHost(): Promise<BackupHost> {
    const host = await made.console.host(`moved${(count += 1)}`);
    await addFastRepository(made.console.tools, host.hostCode);
    await databases.provision(host.hostCode);
    return host;
  }
  const access = async ({ hostCode }: BackupHost) => (await databases.facts(hostCode)).access;
  async function put({ root, uid }: BackupHost, path: string, content: string): Promise<void> {
    await writeFile(join(root, path), content);
    await chown(join(root, path), uid, uid);
  }
  const read = ({ root }: BackupHost, path: string) => readFile(join(root, path), 'utf8');
  async function sql(host: BackupHost, statement: string): Promise<readonly unknown[]> {
    const connection = await openConnection(mariadb.server, { database: (await access(host)).name });
    try {
      return (await connection.rows(z.record(z.string(), z.unknown()), statement)).flatMap((row) =>
        Object.values(row),
      );
    } finally {
      await connection.close();
    }
  }
  const address = ({ hostCode }: BackupHost) => `http://${hostCode}.localhost:8081`;
  const serialised = (text: string) => `a:1:{s:1:"u";s:${Buffer.byteLength(text)}:"${text}";}`;

  /** A program that knows its database login and its address. */
  async function makeSite(): Promise<BackupHost> {
    const host = await makeHost();
    const { name, user, password } = await access(host);
    await put(host, 'wwwroot/config.php', `<?php $db = ['${name}', '${user}', '${password}'];`);
    await put(host, 'wwwroot/other.php', `<?php $word = '${password}';`);
    await sql(host, 'CREATE TABLE options (name VARCHAR(20) PRIMARY KEY, value LONGTEXT)');
    await sql(
      host,
      `INSERT INTO options VALUES ('home', '${address(host)}'),
        ('widget', '${serialised(`${address(host)}/图`)}'), ('longer', '${address(host)}0')`,
    );
    return host;
  }
  const makeImage = async (host: BackupHost) =>
    Number((await host.task('/api/siteImage/create', { name: 'made', note: '' })).info?.['image']);

  /** Carries an image to another host as a file. */
  async function carry(from: BackupHost, image: number, to: BackupHost): Promise<number> {
    const file = imageFile(made.images.folder, { host_code: from.hostCode, id: image });
    await mkdir(join(to.root, 'data'), { recursive: true });
    await copyFile(file, join(to.root, 'data/site.tar.zst'));
    await chown(join(to.root, 'data/site.tar.zst'), to.uid, to.uid);
    const body = { path: '/data/site.tar.zst', name: 'carried', note: '' };
    const task = await to.task('/api/siteImage/upload', body);
    return Number(task.info?.['image']);
  }
  const deploy = (host: BackupHost, image: number, more: object = {}): Promise<TaskRow> =>
    host.task('/api/siteImage/deploy', { image, ...more });

  it('gets the database login and the address of that host', async () => {
    const [from, to] = [await makeSite(), await makeHost()];
    const image = await carry(from, await makeImage(from), to);
    const task = await deploy(to, image, { address: address(to) });
    expect(task).toMatchObject({
      status: 'RUNNING_SUCCESS',
      info: { adapted: { files: 1, left: [], rows: 2 } },
    });
    const { name, user, password } = await access(to);
    expect(await read(to, 'wwwroot/config.php')).toBe(`<?php $db = ['${name}', '${user}', '${password}'];`);
    expect(await read(to, 'wwwroot/other.php')).toContain((await access(from)).password);
    expect(await sql(to, 'SELECT value FROM options ORDER BY name')).toEqual([
      address(to),
      `${address(from)}0`,
      serialised(`${address(to)}/图`),
    ]);
  });

  it('keeps its addresses unless the owner names one of the host', async () => {
    const [from, to] = [await makeSite(), await makeHost()];
    const image = await carry(from, await makeImage(from), to);
    const foreign = { image, address: address(from) };
    expect(await to.request('/api/siteImage/deploy', foreign)).toBe('bad-input');
    expect((await deploy(to, image)).info).toMatchObject({ adapted: { files: 1, rows: 0 } });
    expect(await sql(to, "SELECT value FROM options WHERE name = 'home'")).toEqual([address(from)]);
  });

  it('gets the new password of its own host', async () => {
    const host = await makeSite();
    const image = await makeImage(host);
    const before = await access(host);
    await databases.changePassword(host.hostCode, 'Another-pass-9');
    expect((await deploy(host, image)).info).toMatchObject({ adapted: { files: 1, rows: 0 } });
    expect(await read(host, 'wwwroot/config.php')).toBe(
      `<?php $db = ['${before.name}', '${before.user}', 'Another-pass-9'];`,
    );
  });

  it('never shows the login', async () => {
    const [from, to] = [await makeSite(), await makeHost()];
    const image = await carry(from, await makeImage(from), to);
    const { password } = await access(from);
    for (const [host, id] of [
      [to, image],
      [from, await makeImage(from)],
    ] as const)
      expect(JSON.stringify(await host.request(`/api/siteImage/inspect?image=${id}`))).not.toContain(
        password,
      );
    const rows = await made.images.db.selectFrom('site_image').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(password);
  });
});
