import { connect, type Socket } from 'node:net';
import { Client } from 'basic-ftp';
import { freePort } from '#testing/free-port';
import { makeTestFtp, type TestFtp } from '#testing/ftp-server';
import { start } from '#system/process/exec';

const UID = 41_004;

/** A tenant's program that keeps trying to take a port, and reports its first attempt and its success. */
const SQUATTER = `
import os, socket, sys
os.setresuid(${UID}, ${UID}, ${UID})
tries = 0
while True:
    with socket.socket() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            link.bind(('127.0.0.1', int(sys.argv[1])))
            link.listen()
            print('taken', flush=True)
            break
        except OSError:
            tries += 1
            if tries % 1000 == 1:
                print('refused', flush=True)
`;

interface Connection {
  readonly socket: Socket;
  readonly greeting: Promise<string>;
  readonly closed: Promise<void>;
}

function openTo(port: number, localAddress = '127.0.0.1'): Connection {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  socket.on('error', () => socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const first = new Promise<string>((resolve) => socket.once('data', (part) => resolve(part.toString())));
  return { socket, closed, greeting: Promise.race([first, closed.then(() => '')]) };
}

describe('an FTP server that inherits its listener', () => {
  let ftp: TestFtp;
  let port: number;
  const connections: Connection[] = [];

  const open = (localAddress?: string): Connection => {
    const connection = openTo(port, localAddress);
    connections.push(connection);
    return connection;
  };
  const greetings = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await open().greeting).slice(0, 3)));

  const serve = async (args: Readonly<Record<string, string>> = {}): Promise<void> => {
    port = await freePort();
    const env = { FTP_BIND: '127.0.0.1', FTP_PORT: String(port) };
    ftp = await makeTestFtp({ env, args });
    const root = await ftp.host('vh41004', UID);
    ftp.check = () => ({ is: 'in', uid: UID, root, quotaBytes: null });
  };
  /** A session's slot is free again once the server has noticed its end. */
  const served = async () => {
    while (!(await open().greeting).startsWith('220'))
      connections.splice(0).forEach((one) => one.socket.destroy());
  };

  afterEach(async () => {
    connections.splice(0).forEach(({ socket }) => socket.destroy());
    await ftp.close();
  });

  it('serves TLS and passive mode on it, and reports the client’s address', async () => {
    await serve();
    const requests: unknown[] = [];
    const { check } = ftp;
    ftp.check = (attempt) => {
      requests.push(attempt);
      return check(attempt);
    };
    const client = new Client(20_000);
    await client.access({
      ...{ host: '127.0.0.1', port, user: 'mine', password: 'right' },
      ...{ secure: true, secureOptions: { rejectUnauthorized: false } },
    });
    expect((await client.list('/')).map(({ name }) => name)).toContain('wwwroot');
    client.close();
    expect(requests).toEqual([{ account: 'mine', password: 'right', address: '127.0.0.1', encrypted: true }]);
  });

  it('keeps its port while it restarts, and serves clients that connected meanwhile', async () => {
    await serve();
    const squatter = start(
      { file: '/usr/bin/python3', args: ['-I', '-c', SQUATTER, String(port)] },
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let words = '';
    squatter.stdout?.on('data', (part: Buffer) => (words += part.toString()));
    const attempts = () => words.split('refused').length;
    for (let round = 0; round < 3; round += 1) {
      const before = attempts();
      const restarted = ftp.restart('killed');
      const early = open();
      await restarted;
      expect(await early.greeting).toMatch(/^220/);
      while (attempts() === before) await new Promise(setImmediate);
    }
    squatter.kill('SIGKILL');
    expect(words).not.toContain('taken');
  });

  it('refuses with 421 when all sessions are taken, and serves again when one ends', async () => {
    await serve({ '--sessions': '3' });
    await served();
    connections.splice(0).forEach(({ socket }) => socket.destroy());
    await served();
    expect((await greetings(4)).sort()).toEqual(['220', '220', '421', '421']);
    // A flood of connections is refused one by one and changes nothing.
    expect(new Set(await greetings(200))).toEqual(new Set(['421']));
    connections.splice(0).forEach(({ socket }) => socket.destroy());
    await served();
  });

  it('limits the sessions of one address, and counts the addresses of this machine as one', async () => {
    await serve({ '--sessions-per-address': '1' });
    await served();
    expect(await greetings(1)).toEqual(['421']);
    expect(await open('127.0.0.9').greeting).toMatch(/^421/);
  });

  it('ends a session without a sign-in', async () => {
    await serve({ '--sign-in-seconds': '1' });
    const { greeting, closed } = open();
    expect(await greeting).toMatch(/^220/);
    await closed;
  });

  it('ends a session after three wrong passwords', async () => {
    await serve();
    ftp.check = () => ({ is: 'out' });
    const { socket, closed } = open();
    let replies = '';
    socket.on('data', (part) => (replies += part.toString()));
    socket.write('USER mine\r\nPASS wrong\r\n'.repeat(4));
    await closed;
    expect(replies.match(/^530 /gm)).toHaveLength(3);
  });

  it('ends an idle session', async () => {
    await serve({ '--idle-seconds': '1' });
    const { socket, closed } = open();
    let replies = '';
    socket.on('data', (part) => (replies += part.toString()));
    socket.write('USER mine\r\nPASS right\r\n');
    await closed;
    expect(replies).toMatch(/230 [^]*421 /);
  });
});
