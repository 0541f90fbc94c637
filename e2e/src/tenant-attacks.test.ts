import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { link, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { itCaged } from '../../server/testing/it-caged';
import { signInByToken, callProvider, type Client } from './api';
import { eventually } from './eventually';
import { visitSite, type Product } from './product';
import { sharedProduct } from './shared-product';

/** Runs under a host's uid and reports which of the given paths it can connect to, read or list. */
const PROBE = `
const { connect } = require('node:net');
const { readFileSync, readdirSync } = require('node:fs');
const { sockets, files, folders } = JSON.parse(readFileSync(0, 'utf8'));
const opens = (path) => new Promise((resolve) => {
  const socket = connect(path, () => { socket.destroy(); resolve(true); });
  socket.on('error', (error) => resolve(error.code));
});
const works = (act) => { try { act(); return true; } catch (error) { return error.code; } };
(async () => {
  const found = [];
  for (const path of sockets) found.push([path, await opens(path)]);
  for (const path of files) found.push([path, works(() => readFileSync(path))]);
  for (const path of folders) found.push([path, works(() => readdirSync(path))]);
  console.log(JSON.stringify(found));
})();
`;

/** Adds a MiB with each visit. */
const WRITE = `<?php
$bytes = random_bytes(1048576);
echo @file_put_contents(__DIR__ . '/large', $bytes, FILE_APPEND) === 1048576 ? 'written' : 'refused';`;

interface Paths {
  readonly sockets: readonly string[];
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

async function everythingIn(folder: string): Promise<Paths> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const of = (kind: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(kind).map((entry) => join(entry.parentPath, entry.name));
  return {
    sockets: of((entry) => entry.isSocket()),
    files: of((entry) => entry.isFile()),
    folders: [folder, ...of((entry) => entry.isDirectory())],
  };
}

const isRoot = process.getuid?.() === 0;

(isRoot ? describe : describe.skip)('a hostile host (needs root: without it hosts are not isolated)', () => {
  let product: Product;
  let client: Client;
  let root: string;
  let foreign: string;
  let hostCode: string;
  let uid: number;

  beforeAll(async () => {
    product = sharedProduct();
    const account = await callProvider(product, 'POST /provider/accounts', { name: 'hostile' });
    const { accountCode } = account.res;
    const make = async (hostName: string) => {
      const host = { accountCode, hostName, password: 'a long password', language: 'PHP' };
      return String((await callProvider(product, 'POST /provider/hosts', host)).res['hostCode']);
    };
    const [own, other] = [await make('hostile'), await make('victim')];
    hostCode = own;
    root = join(product.data, 'hosts', own);
    uid = (await stat(join(root, 'wwwroot'))).uid;
    foreign = join(product.data, 'hosts', other, 'wwwroot/foreign.txt');
    await writeFile(foreign, 'the secret of another host', { mode: 0o644 });
    const token = await callProvider(product, 'POST /provider/tokens', { accountCode, hostCode: own });
    client = await signInByToken(product, String(token.res['token']));
  });

  const fetchBytes = async (path: string, body: unknown) => {
    const reply = await fetch(product.origin + path, {
      method: 'POST',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        'Content-Type': 'application/json',
        cookie: client.cookie,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    return Buffer.from(await reply.arrayBuffer()).toString('latin1');
  };
  const probe = (paths: Paths) => {
    const text = execFileSync(process.execPath, ['-e', PROBE], {
      input: JSON.stringify(paths),
      uid,
      gid: uid,
      env: {},
      encoding: 'utf8',
      cwd: '/',
    });
    return JSON.parse(text) as [string, true | string][];
  };

  it('gets no byte of a foreign file by a hard link and never hangs at a fifo: in downloads, archives and links', async () => {
    await link(foreign, join(root, 'wwwroot/hard.txt'));
    execFileSync('mkfifo', ['-m', '666', join(root, 'wwwroot/fifo')]);
    await writeFile(join(root, 'wwwroot/own.txt'), 'own');
    for (const path of ['/wwwroot/hard.txt', '/wwwroot/fifo']) {
      const downloaded = await fetchBytes('/fs/download', { path });
      expect(JSON.parse(downloaded)).toMatchObject({ code: '400', res: { reason: 'not-a-file' } });
      const link = await client.call('POST /fs/link', { path });
      const linked = await fetch(product.origin + String(link.res['url']), {
        headers: { cookie: client.cookie },
        signal: AbortSignal.timeout(20_000),
      });
      expect(await linked.json()).toMatchObject({ res: { reason: 'not-a-file' } });
    }
    const zip = await fetchBytes('/fs/zip', { paths: ['/wwwroot'] });
    expect(zip.slice(0, 2)).toBe('PK');
    expect(zip).toContain('own.txt');
    // Named once, in the comment at its end: an entry would appear in its header and in the central directory.
    expect(zip).toContain('hard.txt: Not a regular file');
    expect(zip.split('hard.txt').length - 1).toBe(1);
    expect(zip).not.toContain('the secret');
  });

  it('connects to none of our sockets and reads none of our files', async () => {
    const id = createHash('sha256').update(product.data).digest('hex').slice(0, 8);
    const run = await everythingIn(join('/run', `sitedeck-${id}`));
    expect(run.sockets.length).toBeGreaterThanOrEqual(6);
    expect(run.sockets.some((path) => path.includes('.s.PGSQL'))).toBe(true);
    const closed = await Promise.all(
      ['secrets', 'pg', 'logs'].map((name) => everythingIn(join(product.data, name))),
    );
    const paths = [run, ...closed].reduce((all, one) => ({
      sockets: [...all.sockets, ...one.sockets],
      files: [...all.files, ...one.files],
      folders: all.folders,
    }));
    expect(paths.files.length).toBeGreaterThan(10);
    const open = probe({ ...paths, folders: closed.map(({ folders }) => folders[0] ?? '') }).filter(
      ([, outcome]) => outcome !== 'EACCES',
    );
    // All hosts may connect to this socket; MariaDB asks for the host's own password.
    const databaseSocket = join('/run', `sitedeck-${id}`, 'mariadb/mariadb.sock');
    // A socket that hands over another host's export may have gone since it was listed.
    const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    // The program that PHP starts for `mail()`; it holds no secret.
    const isSender = (path: string) => path.endsWith('/mail-program/sendmail.php');
    expect(open.filter(([path]) => path !== databaseSocket && !isSender(path) && isThere(path))).toEqual([]);
  });

  itCaged('writes no more to the disk some seconds after its quota is used up, and goes on', async () => {
    await writeFile(join(root, 'wwwroot/write.php'), WRITE, { mode: 0o644 });
    const write = async () => (await visitSite(product, `${hostCode}.localhost`, '/write.php')).body;
    await eventually(async () => expect(await write()).toBe('written'));
    await callProvider(product, `PATCH /provider/hosts/${hostCode}`, { diskQuotaBytes: 1024 * 1024 });
    await eventually(async () => expect(await write()).toBe('refused'));
    await callProvider(product, `PATCH /provider/hosts/${hostCode}`, { diskQuotaBytes: null });
    await eventually(async () => expect(await write()).toBe('written'));
  });

  it('gets no reply from the provider API on loopback, where root gets one', async () => {
    expect((await fetch(`${product.provider.origin}/provider/hosts`)).status).toBe(401);
    const request = `fetch('${product.provider.origin}/provider/hosts').then((reply) => console.log(reply.status), () => console.log('closed'))`;
    // The node ends programs of the host while it lifts the quota of the test before.
    const ask = () => {
      try {
        return execFileSync(process.execPath, ['-e', request], {
          uid,
          gid: uid,
          env: {},
          encoding: 'utf8',
        });
      } catch {
        return undefined;
      }
    };
    let said = ask();
    // A connection that is cut at once may leave the program without an answer.
    while (said === undefined || said === '') said = ask();
    expect(said.trim()).toBe('closed');
  });
});
