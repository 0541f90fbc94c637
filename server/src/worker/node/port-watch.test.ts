import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { Client } from 'basic-ftp';
import { freePort } from '#testing/free-port';
import { makeTestFtp, type TestFtp } from '#testing/ftp-server';
import { start } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { livingPid } from '#system/process/pid-file';
import { PortWatch, type PortsTaken } from './port-watch';
import { ownPorts } from '#system/settings/console-addresses';

/** Listens on ports as a tenant could, in two processes that share the sockets, and prints each connection. */
const SQUATTER = `

const { createServer } = require('node:net');
const [host, ...ports] = process.argv.slice(1);
let left = ports.length;
const listening = () => --left === 0 && process.stdout.write('ready\\n');
for (const port of ports) {
  const server = createServer(() => process.stdout.write('visited\\n'));
  server.on('error', listening);
  server.listen(Number(port), host, () => {
    require('node:child_process').spawn('sleep', ['600'], { stdio: ['ignore', 'ignore', 'ignore', server._handle.fd], detached: true });
    listening();
  });
}`;

/** Finds the first of ten free consecutive ports that no other test uses. */
async function freeTen(): Promise<number> {
  const row: number[] = [];
  while (row.length < 10) {
    const port = await freePort();
    if (row.length > 0 && port !== (row.at(-1) ?? 0) + 1) row.length = 0;
    row.push(port);
  }
  return row[0] ?? 0;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(true)));
  });

interface Squatter {
  readonly program: ChildProcess;
  readonly ended: Promise<unknown>;
  said(): string;
}

(isolationHere().is === 'separate' ? describe : describe.skip)('a tenant on the ports of FTP', () => {
  let ftp: TestFtp;
  let watch: PortWatch;
  let taken: PortsTaken[];
  const clients: Client[] = [];
  const squatters: Squatter[] = [];
  const ports = () => {
    const { first } = ftp.settings.FTP_PASSIVE;
    return Array.from({ length: 10 }, (_, index) => first + index);
  };
  const uid = (number: number) => ftp.settings.HOST_UIDS.first + number;

  beforeEach(async () => {
    const first = await freeTen();
    ftp = await makeTestFtp({
      env: { FTP_BIND: '127.0.0.1', FTP_PASSIVE: `${first}-${first + 9}` },
    });
    const root = await ftp.host('vhneighbour', uid(1));
    ftp.check = () => ({ is: 'in', uid: uid(1), root, quotaBytes: null });
    const { pidFile } = ftp.places.ftp;
    taken = [];
    watch = new PortWatch({
      hostUids: ftp.settings.HOST_UIDS,
      isOurs: ownPorts(ftp.settings),
      ftpDaemon: () => livingPid(pidFile, pidFile),
      onTaken: (what) => void taken.push(what),
    });
  });
  afterEach(async () => {
    clients.splice(0).forEach((client) => client.close());
    await watch.check();
    for (const { program, ended } of squatters.splice(0)) {
      program.kill('SIGKILL');
      await ended;
    }
    await ftp.close();
  });

  const squat = async (host: string, on: readonly number[]): Promise<Squatter> => {
    const command = { file: process.execPath, args: ['-e', SQUATTER, host, ...on.map(String)] };
    const identity = { uid: uid(0), gid: uid(0) };
    const program = start(command, { identity, stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    program.stdout?.on('data', (part: Buffer) => (said += part.toString()));
    const squatter = { program, ended: once(program, 'exit'), said: () => said };
    squatters.push(squatter);
    while (!said.includes('ready')) await once(program.stdout ?? program, 'data');
    return squatter;
  };
  const signIn = async () => {
    const client = new Client(20_000);
    clients.push(client);
    const at = { host: '127.0.0.1', port: ftp.settings.FTP_PORT, user: 'mine', password: 'right' };
    await client.access(at);
    return client;
  };
  const exchange = async (client: Client, text: string) => {
    await client.uploadFrom(Readable.from([text]), '/data/exchanged.txt');
    const parts: Buffer[] = [];
    const into = new Writable({ write: (part: Buffer, _encoding, done) => (parts.push(part), done()) });
    await client.downloadTo(into, '/data/exchanged.txt');
    return Buffer.concat(parts).toString();
  };

  it('receives no connection of another host, and is ended', async () => {
    const half = ports().filter((_, index) => index % 2 === 0);
    const squatter = await squat('0.0.0.0', half);
    const client = await signIn();
    for (const text of ['one', 'two', 'three', 'four']) expect(await exchange(client, text)).toBe(text);
    await watch.check();
    expect(await squatter.ended).toEqual([null, 'SIGKILL']);
    expect(squatter.said()).toBe('ready\n');
    const [report] = taken;
    expect(report).toMatchObject({ uids: [uid(0)], left: 0, times: 1 });
    expect([...(report?.ports ?? [])].sort()).toEqual(half);
    // The programs that inherited its sockets have ended, too: every port belongs to the FTP server again.
    expect(await exchange(client, 'five')).toBe('five');
    for (const port of half) expect([port, await isFree(port)]).toEqual([port, true]);
  });

  it('is ended if it has taken all ports, and other hosts transfer again', async () => {
    await squat('0.0.0.0', ports());
    const client = await signIn();
    await expect(exchange(client, 'blocked')).rejects.toThrow();
    await watch.check();
    expect(await exchange(await signIn(), 'free')).toBe('free');
  });

  it.each(['::1', '127.0.0.5'])('is ended on %s as well', async (host) => {
    const squatter = await squat(host, ports().slice(0, 1));
    await watch.check();
    expect(await squatter.ended).toEqual([null, 'SIGKILL']);
  });

  it('is distinguished from an FTP session, whose port stays open', async () => {
    const client = await signIn();
    const { message } = await client.send('EPSV');
    expect(message).toMatch(/\|\d+\|/);
    await watch.check();
    expect(taken).toEqual([]);
    expect(await exchange(client, 'still here')).toBe('still here');
  });

  it('keeps programs that listen on other ports', async () => {
    const otherPort = await freePort();
    const squatter = await squat('127.0.0.1', [otherPort]);
    await watch.check();
    expect([squatter.program.exitCode, squatter.program.signalCode]).toEqual([null, null]);
    expect(taken).toEqual([]);
  });
});
