import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientOf, signInByToken, callProvider, type Client } from './api';
import { eventually } from './eventually';
import { killIfRunning, partsOf } from './processes';
import { startProduct, type OwnProduct } from './product';

jest.setTimeout(600_000);

/** One save of 10 million Chinese characters, about 30 MB. */
const CHARACTER_COUNT = 10_000_000;
const TEXTS = 40;
/** Texts of one host that the API may hold at the same time. */
const HELD_MAX = 8;
const SMALL_CALLS = 2000;
/** Enables the long run, in which the product ends the stopped process itself. */
const IS_LONG = process.env['SITEDECK_TEST_LONG'] !== undefined;
/** Connections of the attacker at the same time: more than its host may have, fewer than one address may. */
const AT_ONCE = 100;

/** A busy machine receives a gigabyte of texts meanwhile. */
const PATIENCE_MS = 240_000;

const bodyOf = (content: string): Buffer<ArrayBuffer> =>
  Buffer.from(JSON.stringify({ path: '/wwwroot/large.txt', content }));

interface Tenant {
  readonly code: string;
  readonly client: Client;
}

async function makeTenant(product: OwnProduct, name: string): Promise<Tenant> {
  const account = await callProvider(product, 'POST /provider/accounts', { name });
  const { accountCode } = account.res;
  const host = { accountCode, hostName: name, password: 'a long password', language: 'PHP' };
  const code = String((await callProvider(product, 'POST /provider/hosts', host)).res['hostCode']);
  const token = await callProvider(product, 'POST /provider/tokens', { accountCode, hostCode: code });
  const { cookie } = await signInByToken(product, String(token.res['token']));
  return { code, client: clientOf(product, cookie) };
}

const apiOf = (product: OwnProduct): number => {
  const api = partsOf(product.pid).find(({ name }) => name.includes('api.mjs'));
  if (!api) throw new Error('The product has no API process');
  return api.pid;
};

/** Peak memory of a process, MB. */
const peakOf = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** Pid of the file service's child process for one host. */
const childOf = (product: OwnProduct, { code }: Tenant): number => {
  const root = join(product.data, 'hosts', code);
  const found = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .find((line) => line.includes('child.mjs') && line.trimEnd().endsWith(root));
  if (found === undefined) throw new Error(`The host ${code} has no child`);
  return parseInt(found, 10);
};

/** HTTP status; 0 if the connection ended without a reply. */
async function save(product: OwnProduct, { client }: Tenant, body: Buffer<ArrayBuffer>): Promise<number> {
  try {
    const reply = await fetch(`${product.origin}/fs/echo`, {
      method: 'POST',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        'Content-Type': 'application/json',
        cookie: client.cookie,
      },
      body: new Uint8Array(body.buffer, body.byteOffset, body.length),
      signal: AbortSignal.timeout(300_000),
    });
    await reply.arrayBuffer();
    return reply.status;
  } catch {
    return 0;
  }
}

const times = <Result>(count: number, act: () => Promise<Result>): Promise<Result>[] =>
  Array.from({ length: count }, () => act());

describe('a tenant that floods the API while its own file process is stopped', () => {
  let product: OwnProduct;
  let attacker: Tenant;
  let other: Tenant;
  let api: number;
  beforeAll(async () => {
    product = await startProduct();
    attacker = await makeTenant(product, 'attacker');
    other = await makeTenant(product, 'bystander');
    for (const { client } of [attacker, other]) await client.call('POST /fs/ls', { path: '/' });
    api = apiOf(product);
  });
  afterAll(() => product?.stop());

  async function bystanderWorks(): Promise<void> {
    const listed = await other.client.call('POST /fs/ls', { path: '/wwwroot' });
    expect([listed.status, listed.code]).toEqual([200, '200']);
    const saved = await other.client.call('POST /fs/echo', { path: '/wwwroot/mine.txt', content: 'mine' });
    expect([saved.status, saved.code]).toEqual([200, '200']);
  }

  it('gets 429 for large texts and neither ends the API nor delays another tenant', async () => {
    const child = childOf(product, attacker);
    process.kill(child, 'SIGSTOP');
    const body = bodyOf('字'.repeat(CHARACTER_COUNT));
    const replies: number[] = [];
    const flood = times(TEXTS, async () => {
      replies.push(await save(product, attacker, body));
    });
    await eventually(async () => expect(replies).toContain(429), PATIENCE_MS);
    await bystanderWorks();
    await eventually(
      async () => expect(replies.length).toBeGreaterThanOrEqual(TEXTS - HELD_MAX),
      PATIENCE_MS,
    );
    await bystanderWorks();
    // Its end settles the calls that wait for it. The product ends it itself after a minute.
    if (!IS_LONG) killIfRunning(child);
    await Promise.all(flood);
    await bystanderWorks();
    process.stdout.write(`peak of the API: ${peakOf(api)} MB; answers ${JSON.stringify(replies)}\n`);
    expect(apiOf(product)).toBe(api);
    // A client that is still sending when it is refused may find the connection closed instead.
    expect([0, 200, 429]).toEqual(expect.arrayContaining([...new Set(replies)]));
  });

  it('gets 429 for many small calls', async () => {
    await attacker.client.call('POST /fs/ls', { path: '/' });
    const child = childOf(product, attacker);
    process.kill(child, 'SIGSTOP');
    const body = bodyOf('small');
    const replies: number[] = [];
    let left = SMALL_CALLS;
    const flood = times(AT_ONCE, async () => {
      for (; left > 0; left -= 1) replies.push(await save(product, attacker, body));
    });
    await eventually(async () => expect(replies).toContain(429), PATIENCE_MS);
    await bystanderWorks();
    killIfRunning(child);
    await Promise.all(flood);
    await bystanderWorks();
    process.stdout.write(`peak of the API: ${peakOf(api)} MB after ${replies.length} small calls\n`);
    expect(apiOf(product)).toBe(api);
  });
});
