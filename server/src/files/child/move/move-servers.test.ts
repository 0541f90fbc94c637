import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MoveSource, SitePath, type MoveProtocol } from '@sitedeck/contract';
import { isRefusal } from '#faults/refusal';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { makeFtpStub, type FtpStub } from '#testing/ftp-stub';
import { makeTestFtp } from '#testing/ftp-server';
import { makeCertificate } from '#testing/make-certificate';
import {
  haveFtpServers,
  startProftpd,
  startPureFtpd,
  startSshd,
  startVsftpd,
  type ServerFiles,
  type SourceServer,
} from '#testing/source-servers';
import { FtpSession } from './ftp/ftp-session';
import { SOURCE_LIMITS } from './source';

let hosts: FileHosts;
let host: TestHost;
let scratch: string;
let files: ServerFiles;
let fingerprint: string;
let count = 0;
let taskId = 0;

function makeSite(site: string): void {
  mkdirSync(join(site, 'sub/empty'), { recursive: true });
  writeFileSync(join(site, '.htaccess'), 'deny');
  writeFileSync(join(site, 'sub/a b 中文.txt'), 'text');
  writeFileSync(join(site, 'sub/big.bin'), randomBytes(1_500_000));
  for (let index = 0; index < 60; index += 1)
    writeFileSync(join(site, `sub/f${index}`), randomBytes(index * 50));
  symlinkSync('.htaccess', join(site, 'link'));
  utimesSync(join(site, '.htaccess'), 1.7e9, 1.7e9);
  for (const name of readdirSync(join(site, 'sub'))) utimesSync(join(site, 'sub', name), 1.6e9, 1.6e9);
}

beforeAll(async () => {
  hosts = await makeFileHosts();
  scratch = mkdtempSync(join(tmpdir(), 'sitedeck-source-'));
  chmodSync(scratch, 0o755);
  const site = join(scratch, 'site');
  makeSite(site);
  const certificate = await makeCertificate(['old.example']);
  ({ fingerprint } = certificate);
  const pair = join(scratch, 'pair.pem');
  writeFileSync(pair, certificate.key + certificate.chain, { mode: 0o600 });
  files = { site, scratch, pair };
});
beforeEach(async () => {
  host = await hosts.host(`vh8${++count}`);
});
afterAll(async () => {
  await hosts.close();
  rmSync(scratch, { recursive: true, force: true });
});

const own = (path: string) => join(host.root, path);
const latin = (text: string) => Buffer.from(text).toString('latin1');

function contents(root: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name);
    if (name === 'link' || !statSync(path).isFile()) continue;
    all[name] = `${createHash('sha256').update(readFileSync(path)).digest('hex')} ${statSync(path).mtimeMs}`;
  }
  return all;
}

interface At extends Pick<SourceServer, 'port' | 'user' | 'password' | 'folder'> {
  readonly protocol: MoveProtocol;
  readonly fingerprint?: string | null;
}
const requestFor = (
  { fingerprint: confirmed = null, port, user, password, folder, protocol }: At,
  id = ++taskId,
) => ({
  ...host.target,
  source: MoveSource.parse({
    ...{ server: '127.0.0.1', encoding: 'auto', fingerprint: confirmed },
    ...{ port, user, password, folder, protocol },
  }),
  ...{ target: SitePath.parse('/wwwroot'), removeGone: false, only: null, taskId: id },
  ...{ allowed: ['127.0.0.0/8'], own: [] },
});
const never = () => ({ signal: new AbortController().signal, progress: () => undefined });
const move = (at: At, id?: number) => hosts.parent.handlers.moveSite(requestFor(at, id), never());
const check = (at: At) => hosts.parent.handlers.checkMove(requestFor(at), never());
const reasonOf = (error: unknown) => {
  if (isRefusal(error)) return error.reason;
  throw error;
};

async function expectMoved(at: At): Promise<void> {
  const all = contents(files.site);
  const total = Object.keys(all).length;
  expect(await check(at)).toMatchObject({
    toCopy: { files: total },
    refused: [{ path: 'link', reason: 'move-link-left-out' }],
  });
  expect(await move(at)).toMatchObject({ copiedFiles: total, failedFiles: 0 });
  expect(contents(own('wwwroot'))).toEqual(all);
  expect(existsSync(own('wwwroot/sub/empty'))).toBe(true);
  expect(statSync(own('wwwroot/.htaccess')).uid).toBe(host.target.uid);
  expect(await move(at)).toMatchObject({ copiedFiles: 0, unchangedFiles: total });
}

const itWithServers = haveFtpServers() ? it : it.skip;

itWithServers.each([
  ['Pure-FTPd', startPureFtpd],
  ['vsftpd', startVsftpd],
  ['ProFTPD', startProftpd],
])('moves a site from %s, plain and by TLS', async (_name, startServer) => {
  const plain = await startServer(files, 'none');
  try {
    await expectMoved({ ...plain, protocol: 'ftp' });
  } finally {
    await plain.stop();
  }
  host = await hosts.host(`vh8${++count}`);
  const secure = await startServer(files, 'explicit');
  try {
    expect(await check({ ...secure, protocol: 'ftps' }).catch(reasonOf)).toBe('move-certificate-wrong');
    await expectMoved({ ...secure, protocol: 'ftps', fingerprint });
  } finally {
    await secure.stop();
  }
});

itWithServers.each([
  ['vsftpd', startVsftpd],
  ['ProFTPD', startProftpd],
])('moves a site from %s by TLS from the first byte', async (_name, startServer) => {
  const server = await startServer(files, 'implicit');
  try {
    const at = { ...server, protocol: 'ftps-implicit' } as const;
    expect(await check(at).catch(reasonOf)).toBe('move-certificate-wrong');
    await expectMoved({ ...at, fingerprint });
  } finally {
    await server.stop();
  }
});

itWithServers('compares hashes with ProFTPD', async () => {
  const server = await startProftpd(files, 'none');
  const { signal } = new AbortController();
  const { source } = requestFor({ ...server, protocol: 'ftp' });
  const session = await FtpSession.open({ source, address: '127.0.0.1', limits: SOURCE_LIMITS, signal });
  try {
    for (const name of ['.htaccess', 'sub/a b 中文.txt', 'sub/big.bin']) {
      const hash = await session.hash(latin(`/${name}`));
      const bytes = readFileSync(join(files.site, name));
      expect(hash).toEqual({
        algorithm: 'sha256',
        hex: [createHash('sha256').update(bytes).digest('hex')],
      });
    }
  } finally {
    session.close();
    await server.stop();
  }
});

itWithServers('moves a site by SFTP once the host key is confirmed', async () => {
  const server = await startSshd(files);
  try {
    const at = { ...server, protocol: 'sftp' } as const;
    expect(await check({ ...at, fingerprint: null }).catch(reasonOf)).toBe('move-host-key-new');
    expect(await check({ ...at, fingerprint: 'a'.repeat(64) }).catch(reasonOf)).toBe('move-host-key-changed');
    expect(await check({ ...at, password: 'wrong' }).catch(reasonOf)).toBe('move-login-refused');
    expect(await check({ ...at, folder: '/nowhere' }).catch(reasonOf)).toBe('move-no-folder');
    await expectMoved(at);
  } finally {
    await server.stop();
  }
});

it('moves a site from an FTP server of this product', async () => {
  const ftp = await makeTestFtp({ env: { FTP_BIND: '127.0.0.1' } });
  try {
    const uid = ftp.settings.HOST_UIDS.first;
    const root = await ftp.host('vh10001', uid);
    makeSite(join(root, 'wwwroot/site'));
    ftp.check = () => ({ is: 'in', uid, root, quotaBytes: null });
    const port = ftp.settings.FTP_PORT;
    const at = { port, user: 'a', password: 'b', folder: '/wwwroot/site', protocol: 'ftp' } as const;
    const all = contents(join(root, 'wwwroot/site'));
    // Its listings show a link within the site as the file that it leads to.
    const copiedFiles = Object.keys(all).length + 1;
    expect(await move(at)).toMatchObject({ copiedFiles, failedFiles: 0 });
    expect(contents(own('wwwroot'))).toEqual(all);
  } finally {
    await ftp.close();
  }
});

describe('a move whose process is killed', () => {
  const names = Array.from({ length: 700 }, (_, index) => `f${index}`);
  let stub: FtpStub;
  beforeAll(async () => {
    stub = await makeFtpStub(Object.fromEntries(names.map((name) => [name, Buffer.from(`new ${name}`)])));
  });
  afterAll(() => stub.close());
  const stage = (id: number, folder: string) => own(`.sitedeck/move/${id}/${folder}`);
  const countIn = (path: string) => (existsSync(path) ? readdirSync(path).length : 0);
  const valueOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const values = () => names.map((name) => valueOf(own(`wwwroot/${name}`)));
  const before = names.map((_name, index) => (index < 350 ? 'old' : ''));
  const at = () => ({ port: stub.port, user: 'a', password: 'right', folder: '/', protocol: 'ftp' }) as const;

  /** Kills the child at a moment of a move. @returns whether the move was not done yet */
  async function killAt(id: number, moment: (id: number) => boolean): Promise<boolean> {
    for (const name of names.slice(0, 350)) writeFileSync(own(`wwwroot/${name}`), 'old');
    stub.sent.clear();
    stub.commands.length = 0;
    const lost = move(at(), id).then(
      () => false,
      () => true,
    );
    while (!moment(id)) await sleep(1);
    await hosts.parent.handlers.removeChild({ hostCode: host.target.hostCode }, never());
    return lost;
  }
  async function drop(id: number): Promise<void> {
    await hosts.parent.handlers.dropMoved({ ...host.target, taskId: id }, never());
    while (countIn(own('.sitedeck/move')) > 0) await sleep(1);
  }

  it.each<[string, (id: number) => boolean]>([
    ['lists', () => stub.commands.some((command) => command.startsWith('MLSD'))],
    ['fetches', (id) => countIn(stage(id, 'tree')) > 50],
    ['places', (id) => countIn(stage(id, 'old')) > 10],
  ])('continues where it was, or is undone, if it %s', async (_phase, moment) => {
    const id = ++taskId;
    await killAt(id, moment);
    expect(await move(at(), id)).toMatchObject({ copiedFiles: names.length });
    expect(values()).toEqual(names.map((name) => `new ${name}`));
    // At most the files that were under way are fetched again.
    const again = [...stub.sent].filter(([path, bytes]) => bytes > `new ${path.slice(1)}`.length);
    expect(again.length).toBeLessThanOrEqual(8);
    await drop(id);

    host = await hosts.host(`vh8${++count}`);
    const other = ++taskId;
    const wasLost = await killAt(other, moment);
    await drop(other);
    if (wasLost) expect(values()).toEqual(before);
  });

  it('removes the rest of what has gone if it was killed while it did', async () => {
    const gone = Array.from({ length: 700 }, (_, index) => `gone${index}`);
    for (const name of gone) writeFileSync(own(`wwwroot/${name}`), 'gone');
    const request = { ...requestFor(at()), removeGone: true };
    const lost = hosts.parent.handlers.moveSite(request, never()).catch(() => 'lost');
    while (countIn(own('.sitedeck/bin')) < 10) await sleep(1);
    await hosts.parent.handlers.removeChild({ hostCode: host.target.hostCode }, never());
    await lost;
    const result = await hosts.parent.handlers.moveSite(request, never());
    expect(result).toMatchObject({ copiedFiles: names.length, removedFiles: gone.length });
    expect(readdirSync(own('wwwroot')).sort()).toEqual([...names].sort());
    const kept = readdirSync(own('.sitedeck/bin')).filter((id) =>
      existsSync(own(`.sitedeck/bin/${id}/item`)),
    );
    expect(kept).toHaveLength(gone.length);
  });
});
