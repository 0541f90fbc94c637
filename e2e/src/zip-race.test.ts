import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInByToken, callProvider, type Client } from './api';
import type { Product } from './product';
import { sharedProduct } from './shared-product';

const IS_LONG = process.env['SITEDECK_TEST_LONG'] === '1';
const CALLS = IS_LONG ? 10_000 : 600;
/** Every n-th archive is also tested by the system's own `unzip`. */
const TESTED_EVERY = IS_LONG ? 50 : 10;

jest.setTimeout(IS_LONG ? 3_600_000 : 300_000);

/** A tenant's program that swaps a folder for a link, and a file for a folder, as fast as it can. */
const SWAPPER = `
  const fs = require('node:fs');
  const [, www, outside] = process.argv;
  process.chdir(www);
  fs.symlinkSync(outside, 'link');
  fs.mkdirSync('folder');
  for (let rounds = 0; ; rounds += 1) {
    fs.renameSync('dir', 'aside'); fs.renameSync('link', 'dir');
    fs.renameSync('dir', 'link'); fs.renameSync('aside', 'dir');
    fs.renameSync('file', 'aside'); fs.renameSync('folder', 'file');
    fs.renameSync('file', 'folder'); fs.renameSync('aside', 'file');
    if (rounds === 100) process.stdout.write('swapping');
  }
`;

let product: Product;
let client: Client;
let swapper: ChildProcess | undefined;
let scratch: string;

beforeAll(async () => {
  product = sharedProduct();
  scratch = await mkdtemp(join(tmpdir(), 'sitedeck-zip-race-'));
  const account = await callProvider(product, 'POST /provider/accounts', { name: 'swapping' });
  const { accountCode } = account.res;
  const made = await callProvider(product, 'POST /provider/hosts', {
    accountCode,
    hostName: 'swapping',
    password: 'a long password',
    language: 'PHP',
  });
  const hostCode = String(made.res['hostCode']);
  const www = join(product.data, 'hosts', hostCode, 'wwwroot');
  const { uid, gid } = await stat(www);
  const outside = join(scratch, 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'foreign.txt'), 'the secret of another host');
  await mkdir(join(www, 'dir/deep'), { recursive: true });
  for (const name of ['dir/a', 'dir/b', 'dir/deep/c', 'file', 'stays.txt']) {
    await writeFile(join(www, name), `content of ${name}`.repeat(20));
  }
  execFileSync('chown', ['-R', `${uid}:${gid}`, www, scratch]);
  const token = await callProvider(product, 'POST /provider/tokens', { accountCode, hostCode });
  client = await signInByToken(product, String(token.res['token']));
  swapper = spawn(process.execPath, ['-e', SWAPPER, www, outside], {
    uid,
    gid,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (swapper.stdout) await once(swapper.stdout, 'data');
});
afterAll(async () => {
  const ended = swapper && once(swapper, 'close');
  swapper?.kill('SIGKILL');
  await ended;
  await rm(scratch, { recursive: true });
});

async function zip(paths: readonly string[]): Promise<{ status: number; type: string; bytes: Buffer }> {
  const reply = await fetch(`${product.origin}/fs/zip`, {
    method: 'POST',
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Content-Type': 'application/json',
      cookie: client.cookie,
    },
    body: JSON.stringify({ paths }),
  });
  const type = reply.headers.get('content-type') ?? '';
  return { status: reply.status, type, bytes: Buffer.from(await reply.arrayBuffer()) };
}

const END_RECORD = Buffer.from('PK\x05\x06', 'latin1');

/**
 * Tests an archive with the system's `unzip`. It rejects an empty archive, which must therefore say why it is empty.
 */
async function tested(bytes: Buffer, name: string): Promise<void> {
  if (bytes.lastIndexOf(END_RECORD) === 0) {
    expect(bytes.toString()).toContain('Left out of this archive');
    return;
  }
  const file = join(scratch, name);
  await writeFile(file, bytes);
  execFileSync('unzip', ['-tqq', file]);
  await rm(file);
}

const SELECTIONS = [['/wwwroot'], ['/wwwroot/dir', '/wwwroot/stays.txt'], ['/wwwroot/dir/deep']];

it('answers every zip with a complete archive or a message while folders are swapped for links', async () => {
  const seen: Record<string, number> = {};
  let secrets = 0;
  for (let call = 0; call < CALLS;) {
    const paths = SELECTIONS[call % SELECTIONS.length] ?? [];
    const { status, type, bytes } = await zip(paths).catch((error: unknown) => ({
      status: 0,
      type: `connection lost: ${String(error)}`,
      bytes: Buffer.alloc(0),
    }));
    const outcome = type.startsWith('application/json')
      ? `${status} ${(JSON.parse(bytes.toString()) as { res: { reason: string } }).res.reason}`
      : `${status} ${type}`;
    // A refused call leaves its task open for a moment: repeat the call.
    if (outcome === '200 workspace-busy') continue;
    seen[outcome] = (seen[outcome] ?? 0) + 1;
    if (bytes.includes('the secret')) secrets += 1;
    if (outcome === '200 application/zip' && call % TESTED_EVERY === 0) await tested(bytes, `${call}.zip`);
    call += 1;
  }
  process.stdout.write(`${CALLS} zips while folders were swapped: ${JSON.stringify(seen)}\n`);
  const allowed = ['200 application/zip', '200 no-such-file', '200 link-in-path', '200 not-a-folder'];
  expect(Object.keys(seen).filter((outcome) => !allowed.includes(outcome))).toEqual([]);
  expect(seen['200 application/zip']).toBeGreaterThan(0);
  expect(secrets).toBe(0);
});
