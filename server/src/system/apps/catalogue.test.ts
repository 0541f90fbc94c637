import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openSigningKey, signatureLine, type SigningKey } from '#system/site-image/signing-key';
import { buildTestApp, issueTestCatalogue } from '#testing/test-app';
import { settingsAt } from './app-package';
import { readIndex } from './catalogue-index';
import { catalogueSource, INDEX_FILE } from './catalogue-source';
import { withoutStalls } from './without-stalls';

const never = new AbortController().signal;

let folder: string;
let catalogue: string;
let key: SigningKey;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sd-catalogue-'));
  catalogue = join(folder, 'catalogue');
  mkdirSync(catalogue);
  key = await openSigningKey(folder);
  const app = await buildTestApp(catalogue, key, { version: '1.0', files: { 'index.php': '1' } });
  await issueTestCatalogue(catalogue, key, { app });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = async (trusted = [key.publicKey]) =>
  readIndex(await catalogueSource(catalogue).readIndex(), trusted);
const rewrite = (change: (text: string) => string) => {
  const file = join(catalogue, INDEX_FILE);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};

describe('the index of a catalogue', () => {
  it('lists its apps with size and hash of their packages', async () => {
    const { apps, serial } = await read();
    expect(serial).toBe(1);
    expect(apps).toMatchObject([
      { app: 'notes', version: '1.0', files: 1, package: { file: 'notes-1.0.tar.zst' } },
    ]);
  });

  it('is refused if it was changed or signed with another key', async () => {
    mkdirSync(join(folder, 'other'));
    const other = await openSigningKey(join(folder, 'other'));
    await expect(read([other.publicKey])).rejects.toMatchObject({ reason: 'catalogue-foreign' });
    rewrite((text) => text.replace('"1.0"', '"1.1"'));
    await expect(read()).rejects.toMatchObject({ reason: 'catalogue-damaged' });
  });

  it.each([
    ['of a later format', (text: string) => text.replace('"format": 1', '"format": 2'), 'catalogue-newer'],
    ['no JSON', () => '{', 'catalogue-damaged'],
    ['with an app twice', (text: string) => twice(text), 'catalogue-damaged'],
    [
      'with a package in another folder',
      (text: string) => text.replace('"notes-1.0', '"../notes-1.0'),
      'catalogue-damaged',
    ],
  ])('is refused if it is %s, although its publisher has signed it', async (_what, change, reason) => {
    const bytes = Buffer.from(change(readFileSync(join(catalogue, INDEX_FILE), 'utf8')));
    const signed = { bytes, signature: signatureLine(key, bytes) };
    const reading = Promise.resolve().then(() => readIndex(signed, [key.publicKey]));
    await expect(reading).rejects.toMatchObject({ reason });
  });
  const twice = (text: string): string => {
    const index = JSON.parse(text) as { apps: unknown[] };
    return JSON.stringify({ ...index, apps: [...index.apps, ...index.apps] });
  };
});

describe('a catalogue behind an address', () => {
  let server: Server | undefined;
  afterEach(
    () =>
      new Promise<void>((resolve) => {
        if (!server) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const serve = (handler: RequestListener): Promise<string> =>
    new Promise((resolve) => {
      server = createServer(handler).listen(0, '127.0.0.1', () => {
        const address = server?.address() as AddressInfo | undefined;
        resolve(`http://127.0.0.1:${address?.port ?? 0}/apps`);
      });
    });

  it('is read like one in a folder, with its packages', async () => {
    const url = await serve((request, reply) => {
      reply.end(readFileSync(join(catalogue, (request.url ?? '').replace('/apps/', ''))));
    });
    const source = catalogueSource(url);
    const { apps } = readIndex(await source.readIndex(), [key.publicKey]);
    const bytes = await buffer(source.open(apps[0]?.package.file ?? '', never));
    expect(bytes).toEqual(readFileSync(join(catalogue, 'notes-1.0.tar.zst')));
  });

  type Reply = Parameters<RequestListener>[1];
  it.each([
    ['redirects', (reply: Reply) => reply.writeHead(302, { location: '/x' }).end(), 'HTTP 302'],
    ['has nothing', (reply: Reply) => reply.writeHead(404).end(), 'HTTP 404'],
    [
      'breaks off',
      (reply: Reply) => {
        reply.writeHead(200, { 'content-length': 9 });
        reply.write('x', () => reply.destroy());
      },
      { 'zh-CN': '连接中断', 'en-US': 'connection broken' },
    ],
  ])('is unreachable if it %s, and so are its packages', async (_what, act, why) => {
    const source = catalogueSource(await serve((_request, reply) => void act(reply)));
    const refusal = { reason: 'catalogue-unreachable', detail: { values: { why } } };
    await expect(source.readIndex()).rejects.toMatchObject(refusal);
    await expect(buffer(source.open('notes-1.0.tar.zst', never))).rejects.toMatchObject(refusal);
  });

  it('says shortly why it can not be reached, and the rest only to the server', async () => {
    const causes: unknown[] = [];
    const url = await serve(() => undefined);
    server?.close();
    const reading = catalogueSource(url, (error) => causes.push(error)).readIndex();
    await expect(reading).rejects.toMatchObject({
      detail: { values: { why: { 'zh-CN': '连接被拒绝', 'en-US': 'connection refused' } } },
    });
    expect(causes).toHaveLength(1);
  });

  it('is refused if its index does not end', async () => {
    const url = await serve((_request, reply) => {
      const more = () => reply.write(Buffer.alloc(65_536)) && setImmediate(more);
      reply.on('drain', more);
      more();
    });
    await expect(catalogueSource(url).readIndex()).rejects.toMatchObject({ reason: 'catalogue-damaged' });
  });

  it('is missing if its folder has no index, whose path is not shown', async () => {
    const error: unknown = await catalogueSource(join(folder, 'none'))
      .readIndex()
      .catch((why: unknown) => why);
    expect(error).toMatchObject({ reason: 'catalogue-missing', detail: {} });
  });

  it('gives up a package that stops coming', async () => {
    async function* once() {
      yield await Promise.resolve(Buffer.from('a'));
      await new Promise((_resolve, reject) => limits[0]?.addEventListener('abort', reject));
    }
    const limits: AbortSignal[] = [];
    const open = (limit: AbortSignal) => {
      limits.push(limit);
      return Promise.resolve(once());
    };
    const bytes = withoutStalls({ open, signal: never, stallMs: 20, report: () => undefined });
    await expect(buffer(bytes)).rejects.toMatchObject({
      detail: { values: { why: { 'zh-CN': '等待超时', 'en-US': 'timed out' } } },
    });
  });
});

it('puts the path of the folder into texts and lists of the settings', () => {
  const settings = {
    rewriteCode: 'location {path}/ {}',
    redirectDomain: ['{path}/a|{path}/b'],
    phpMaxInputTime: 5,
  };
  expect(settingsAt(settings, '/blog')).toEqual({
    ...{ rewriteCode: 'location /blog/ {}', redirectDomain: ['/blog/a|/blog/b'], phpMaxInputTime: 5 },
  });
});
