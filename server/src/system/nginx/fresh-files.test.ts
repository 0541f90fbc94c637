import { lchown, mkdir, open, rename, rm, symlink, writeFile, chown } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isolationHere } from '#system/process/identity';
import { TestNode, testSite } from '#testing/node-engines';

const UID = 29_061;
const separate = isolationHere().is === 'separate';
/** So many rounds that most of them begin and end within one second of nginx's clock. */
const ROUNDS = 20;
/** More than the socket buffers between two processes hold. */
const LARGE_BYTES = 64 * 1024 * 1024;

describe('recently requested files of a site', () => {
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
  const sendRequest = (path: string) => node.request('fresh.localhost', path);

  beforeAll(async () => {
    node = await TestNode.make();
    node.sites = [site];
    await node.hosts.begin();
    await node.startEngines();
  });
  afterAll(() => node.close());

  it('serves the new content after each change in place', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const text = 'x'.repeat(1 + ((round * 7) % ROUNDS));
      await put('changed.txt', text);
      expect((await sendRequest('/changed.txt')).body).toBe(text);
    }
  });

  it('serves the new content after each replacement', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await put('next.txt', `${round}`);
      await rename(at('next.txt'), at('replaced.txt'));
      expect((await sendRequest('/replaced.txt')).body).toBe(`${round}`);
    }
  });

  it.each(['gone.txt', 'gone.php'])('answers 404 as soon as %s is removed', async (name) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await put(name, 'here');
      expect(await sendRequest(`/${name}`)).toMatchObject({ status: 200, body: 'here' });
      await rm(at(name));
      expect((await sendRequest(`/${name}`)).status).toBe(404);
    }
  });

  it('applies a rule as soon as the file is removed', async () => {
    await put('index.php', '<?php echo "rule ", $_GET["q"];');
    await mkdir(at('page'));
    for (let round = 0; round < ROUNDS; round += 1) {
      await put('page/one', 'file');
      expect((await sendRequest('/page/one')).body).toBe('file');
      await rm(at('page/one'));
      expect((await sendRequest('/page/one')).body).toBe('rule one');
    }
  });

  (separate ? it : it.skip)('refuses a link as soon as it leads to a file of another owner', async () => {
    await put('own.txt', 'own');
    for (let round = 0; round < ROUNDS; round += 1) {
      await link('own.txt', 'led.txt');
      expect((await sendRequest('/led.txt')).body).toBe('own');
      await rm(at('led.txt'));
      await link('/etc/passwd', 'led.txt');
      expect((await sendRequest('/led.txt')).status).toBe(404);
      await rm(at('led.txt'));
    }
  });

  it('answers 404 soon after file and folder are removed, while a download of it continues', async () => {
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
    expect((await sendRequest('/folder/')).status).toBe(403);
    await rm(at('folder'), { recursive: true });
    const isThere = async () =>
      (await sendRequest('/folder/')).status !== 404 ||
      (await node.request('fresh.localhost', '/folder/large.bin', { range: 'bytes=0-1' })).status !== 404;
    while (await isThere()) await sleep(20);
    slow.destroy();
  });
});
