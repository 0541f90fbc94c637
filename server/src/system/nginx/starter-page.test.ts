import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { testSite, TestNode } from '#testing/node-engines';

const UID = 28_221;

describe('the starter page', () => {
  let node: TestNode;
  const file = (name: string) => join(node.root('fresh'), 'wwwroot', name);
  const put = async (name: string, text: string) => {
    await mkdir(dirname(file(name)), { recursive: true });
    await writeFile(file(name), text);
    if (process.getuid?.() === 0)
      for (const path of [file(name), dirname(file(name))]) await chown(path, UID, UID);
  };
  const request = async (path: string) => {
    const { status, body } = await node.request('fresh.localhost', path);
    return { status, body };
  };

  beforeAll(async () => {
    node = await TestNode.make();
    node.sites = [testSite('fresh', UID)];
    await node.hosts.begin();
    await node.startEngines();
  });
  afterAll(() => node.close());

  it('is served at the root of a site without a default document, and nowhere else', async () => {
    expect(await request('/')).toMatchObject({
      status: 200,
      body: expect.stringContaining('网站已创建') as string,
    });
    expect((await node.request('fresh.localhost', '/')).headers['cache-control']).toBe('no-store');
    await put('folder/other.txt', 'x');
    expect((await request('/folder/')).status).toBe(403);
    expect((await request('/missing')).status).toBe(404);
    expect((await request('/.sitedeck-starter')).status).toBe(404);
  });

  it('gives way to any default document', async () => {
    await put('index.php', '<?php echo "the application";');
    expect(await request('/')).toEqual({ status: 200, body: 'the application' });
    await rm(file('index.php'));
    await put('default.htm', 'a page');
    expect(await request('/')).toEqual({ status: 200, body: 'a page' });
    await rm(file('default.htm'));
    expect((await request('/')).body).toContain('网站已创建');
  });
});
