import { readdir, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode, PhpConfig } from '@sitedeck/contract';
import { itCaged } from '#testing/it-caged';
import { testSite, TestNode } from '#testing/node-engines';
import { putPages } from '#testing/php-soak';

const MIB = 1024 ** 2;
const UPLOAD_BYTES = 200 * MIB;
/** Besides the upload, the process holds parts of bodies: at most 64 kB of each visitor. */
const MEMORY_BYTES = 100 * MIB;

const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await sleep(20);
};
const descriptors = async () => (await readdir('/proc/self/fd')).length;

/** Larger bodies than nginx keeps, so that the door passes them on as they arrive. */
describe('the door of a sleeping site that permits large uploads', () => {
  let node: TestNode;
  const posting = (size: number): ClientRequest => {
    const headers = { host: 'large.localhost', 'content-length': size };
    const to = { host: '127.0.0.1', port: node.port, path: '/take.php', method: 'POST', headers };
    return httpRequest({ ...to, agent: false });
  };
  const replyTo = (request: ClientRequest) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      request.on('error', reject).on('response', (reply) => {
        text(reply).then((body) => resolve({ status: reply.statusCode ?? 0, body }), reject);
      });
    });
  const visit = () => node.request('large.localhost', '/fast.php');
  const isAsleep = () => node.php?.runOf(HostCode.parse('large')) === undefined;

  beforeAll(async () => {
    node = await TestNode.make(undefined, undefined, { php: { idleMs: 500, pollMs: 200 } });
    const php = PhpConfig.parse({ uploadMiB: 300 });
    node.sites = [testSite('large', node.uid(0), { php })];
    await node.hosts.begin();
    await node.startEngines();
    for (const site of node.sites) await putPages(node, site);
    await until(async () => (await visit()).body === 'fast');
  });
  afterAll(() => node.close());
  beforeEach(() => until(isAsleep));

  itCaged('passes on a body of 200 MB in little memory', async () => {
    const before = process.memoryUsage.rss();
    let most = before;
    const request = posting(UPLOAD_BYTES);
    const reply = replyTo(request);
    const part = Buffer.alloc(MIB);
    for (let sent = 0; sent < UPLOAD_BYTES; sent += part.length) {
      if (!request.write(part)) await new Promise<void>((resolve) => request.once('drain', () => resolve()));
      most = Math.max(most, process.memoryUsage.rss());
    }
    request.end();
    expect(await reply).toEqual({ status: 200, body: String(UPLOAD_BYTES) });
    expect(most - before).toBeLessThan(MEMORY_BYTES);
  });

  itCaged('keeps nothing of visitors who leave while they wait', async () => {
    const before = await descriptors();
    const leaving = Array.from({ length: 200 }, () => posting(UPLOAD_BYTES));
    for (const request of leaving) request.on('error', () => undefined).write(Buffer.alloc(60_000));
    await until(() => !isAsleep());
    for (const request of leaving) request.destroy();
    await until(async () => (await visit()).body === 'fast');
    await until(isAsleep);
    await until(async () => (await descriptors()) <= before);
  });

  itCaged(
    'answers 503 to hundreds of visitors while PHP can not start, and keeps nothing of them',
    async () => {
      const before = await descriptors();
      const folder = join(node.places.phpHosts, 'large');
      await rm(folder, { recursive: true });
      await writeFile(folder, 'not a folder');
      const visits = Array.from({ length: 200 }, () => visit());
      const uploads = Array.from({ length: 20 }, () => posting(5 * MIB));
      for (const request of uploads) request.end(Buffer.alloc(5 * MIB));
      const replies = await Promise.all([...visits, ...uploads.map(replyTo)]);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
      await rm(folder);
      await until(async () => (await visit()).body === 'fast');
      await until(isAsleep);
      await until(async () => (await descriptors()) <= before);
    },
  );
});
