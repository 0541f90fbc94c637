import { lchown, mkdir, open, rename, rm, symlink, writeFile, chown } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isolationHere } from '#system/process/identity';
import { TestNode, testSite } from '#testing/node-engines';

const UID = 29_061;
const separate = isolationHere().is === 'separate';
/** So often that most of them begin and end within one second of nginx's clock. */
const ROUNDS = 20;
/** Beyond what the sockets between two processes hold. */
const LARGE_BYTES = 64 * 1024 * 1024;

describe('files of a site that were just asked for', () => {
  let node: TestNode;
  const content = 'if (!-e $request_filename) {\n  rewrite ^/page/(.*)$ /index.php?q=$1 last;\n}\n';
  const site = testSite('fresh', UID, { rewrite: { id: null, name: 'front controller', content } });

  const at = (path: string) => join(node.root('fresh'), 'wwwroot', path);
  const put = async (path: string, text: string) => {
    await writeFile(at(path), text, { mode: 0o644 });
    if (separate) await chown(at(path), UID, UID);
  };
  const link = async (target: string, path: string) => {
    await symlink(target, at(path));
    if (separate) await lchown(at(path), UID, UID);
  };
  const ask = (path: string) => node.ask('fresh.localhost', path);

  beforeAll(async () => {
    node = await TestNode.make();
    node.sites = [site];
    await node.agent.begin();
    await node.startEngines();
  }, 60_000);
  afterAll(() => node.close());

  it('are served as they are after each change in their place', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const text = 'x'.repeat(1 + ((round * 7) % ROUNDS));
      await put('changed.txt', text);
      expect((await ask('/changed.txt')).body).toBe(text);
    }
  });

  it('are served as they are after each replacement', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await put('next.txt', `${round}`);
      await rename(at('next.txt'), at('replaced.txt'));
      expect((await ask('/replaced.txt')).body).toBe(`${round}`);
    }
  });

  it.each(['gone.txt', 'gone.php'])('are missed as soon as %s is removed', async (name) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await put(name, 'here');
      expect(await ask(`/${name}`)).toMatchObject({ status: 200, body: 'here' });
      await rm(at(name));
      expect((await ask(`/${name}`)).status).toBe(404);
    }
  });

  it('give way to a rule as soon as they are removed', async () => {
    await put('index.php', '<?php echo "rule ", $_GET["q"];');
    await mkdir(at('page'));
    for (let round = 0; round < ROUNDS; round += 1) {
      await put('page/one', 'file');
      expect((await ask('/page/one')).body).toBe('file');
      await rm(at('page/one'));
      expect((await ask('/page/one')).body).toBe('rule one');
    }
  });

  (separate ? it : it.skip)('are closed as soon as they lead to a file of somebody else', async () => {
    await put('own.txt', 'own');
    for (let round = 0; round < ROUNDS; round += 1) {
      await link('own.txt', 'led.txt');
      expect((await ask('/led.txt')).body).toBe('own');
      await rm(at('led.txt'));
      await link('/etc/passwd', 'led.txt');
      expect((await ask('/led.txt')).status).toBe(404);
      await rm(at('led.txt'));
    }
  });

  it('are missed a moment after they and their folder are removed, though somebody is still being sent one', async () => {
    await mkdir(at('folder'));
    await put('folder/large.bin', '');
    const file = await open(at('folder/large.bin'), 'r+');
    await file.truncate(LARGE_BYTES);
    await file.close();
    const slow = request({
      host: '127.0.0.1',
      port: node.port,
      path: '/folder/large.bin',
      headers: { host: 'fresh.localhost' },
      agent: false,
    });
    slow.on('error', () => undefined);
    await new Promise((resolve) => slow.once('response', resolve).end());
    expect((await ask('/folder/')).status).toBe(403);
    await rm(at('folder'), { recursive: true });
    const isThere = async () =>
      (await ask('/folder/')).status !== 404 ||
      (await node.ask('fresh.localhost', '/folder/large.bin', { range: 'bytes=0-1' })).status !== 404;
    while (await isThere()) await sleep(20);
    slow.destroy();
  });
});
