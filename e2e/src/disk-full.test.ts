import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canMount, SmallDisk } from '../../server/testing/small-disk';
import { signInByToken, loginForm, callProvider, sendLogin, type ProviderReply, type Client } from './api';
import { eventually } from './eventually';
import { startProduct, visitSite, type OwnProduct, type Product } from './product';
import { sendSlice } from './send-slice';

const SLICE = 4 * 1024 * 1024;
const WORDS = {
  'zh-CN': '服务器磁盘已满，已有文件未受影响',
  'en-US': "The server's disk is full. Existing files are unaffected",
} as const;
const LANGUAGES = ['zh-CN', 'en-US'] as const;

async function enterHost(product: Product, hostName: string): Promise<Client> {
  const account = await callProvider(product, 'POST /provider/accounts', { name: hostName });
  const { accountCode } = account.res;
  const host = { accountCode, hostName, password: 'a long password', language: 'HTML' };
  const { hostCode } = (await callProvider(product, 'POST /provider/hosts', host)).res;
  const token = await callProvider(product, 'POST /provider/tokens', { accountCode, hostCode });
  return signInByToken(product, String(token.res['token']));
}

/** Holds the database, the logs and the hosts; the test fills it. */
(canMount() ? describe : describe.skip)('a product whose disk is full (needs a mount)', () => {
  let place: string;
  let disk: SmallDisk;
  let product: OwnProduct;
  let client: Client;
  /** Belongs to a second host, since an upload in progress locks the workspace of its own host. */
  let uploader: Client;
  const big = randomBytes(2 * SLICE);
  /** Files that the server acknowledged: path and content. */
  const acknowledged = new Map<string, string>();

  const echo = async (name: string, content: string, language = 'zh-CN'): Promise<ProviderReply> => {
    const path = `/wwwroot/${name}`;
    const reply = await client.call('POST /fs/echo', { path, content }, { 'Accept-Language': language });
    if (reply.code === '200') acknowledged.set(name, content);
    return reply;
  };
  const slice = (from: number, language?: string) =>
    sendSlice(product, uploader, {
      folder: '/wwwroot',
      name: 'big.bin',
      bytes: big.subarray(from, from + SLICE),
      from,
      total: big.length,
      id: 'into-a-full-disk',
      ...(language !== undefined && { language }),
    });
  const served = (name: string) => visitSite(product, 'vh10001.localhost', `/${name}`);
  const taskOf = async (type: string) => {
    const { res } = await client.call('POST /api/task/queryPage/vh10001/1/20', { taskType: type });
    const [task] = res['records'] as { taskStatus: string; taskInfo: string }[];
    return task;
  };

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sitedeck-full-'));
    disk = new SmallDisk(place, '600m');
    product = await startProduct({}, { scratch: place });
    const form = await loginForm(product, product.demo.hostName, product.demo.password);
    client = (await sendLogin(product, form)).client;
    uploader = await enterHost(product, 'uploader');
    expect((await echo('old.txt', 'the old content')).code).toBe('200');
    expect((await slice(0)).code).toBe('200');
    disk.fill();
  });
  afterAll(async () => {
    await product?.stop();
    disk?.[Symbol.dispose]();
    await rm(place, { recursive: true, force: true });
  });

  it.each(LANGUAGES)('says in %s that the disk is full when a user saves or uploads', async (language) => {
    const refusal = { code: '413', res: { reason: 'disk-full' }, msg: WORDS[language] };
    expect(await echo('old.txt', 'n'.repeat(100_000), language)).toMatchObject(refusal);
    expect(await slice(SLICE, language)).toMatchObject(refusal);
  });

  it('serves and shows existing files, with the old content of a file that could not be saved', async () => {
    expect(await served('old.txt')).toEqual({ status: 200, body: 'the old content' });
    expect(await client.call('POST /fs/cat', { path: '/wwwroot/old.txt' })).toMatchObject({
      code: '200',
      res: { content: 'the old content' },
    });
    expect(await client.call('POST /fs/ls', { path: '/wwwroot' })).toMatchObject({ code: '200' });
  });

  it('answers each write with success or, if it failed, with a full disk', async () => {
    for (let number = 0; number < 40; number += 1) {
      const reply = await echo(`small-${number}.txt`, `content ${number} ${'x'.repeat(number * 300)}`);
      expect([reply.code, reply.res['reason']]).toEqual(
        reply.code === '200' ? ['200', undefined] : ['413', 'disk-full'],
      );
    }
  });

  it('ends a task with the same message and leaves no partial file', async () => {
    const started = await client.call('POST /fs/compress', { paths: ['/wwwroot'], to: '/data/site.zip' });
    // The database may have no room for the task's row either: then there is no task.
    if (started.code !== '200')
      return expect(started).toMatchObject({ code: '413', res: { reason: 'disk-full' } });
    await eventually(async () => expect((await taskOf('COMPRESS'))?.taskStatus).toBe('RUNNING_FAIL'));
    expect(JSON.parse((await taskOf('COMPRESS'))?.taskInfo ?? '{}')).toMatchObject({ reason: 'disk-full' });
    const { res } = await client.call('POST /fs/ls', { path: '/data' });
    expect(JSON.stringify(res)).not.toContain('site.zip');
  });

  it('holds every acknowledged file and recovers without a restart when there is room again', async () => {
    disk.free();
    await eventually(async () => expect((await echo('new.txt', 'n'.repeat(500_000))).code).toBe('200'));
    await eventually(async () => expect((await slice(SLICE)).code).toBe('200'));
    const download = await fetch(`${product.origin}/fs/download`, {
      method: 'POST',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        'Content-Type': 'application/json',
        cookie: uploader.cookie,
      },
      body: JSON.stringify({ path: '/wwwroot/big.bin' }),
    });
    expect(Buffer.from(await download.arrayBuffer()).equals(big)).toBe(true);
    expect(acknowledged.get('old.txt')).toBe('the old content');
    for (const [name, content] of acknowledged)
      expect([name, await served(name)]).toEqual([name, { status: 200, body: content }]);
    expect((await client.call('POST /fs/compress', { paths: ['/wwwroot'], to: '/data/site.zip' })).code).toBe(
      '200',
    );
    await eventually(async () => expect((await taskOf('COMPRESS'))?.taskStatus).toBe('RUNNING_SUCCESS'));
  });
});
