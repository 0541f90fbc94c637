import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestPool } from './fastcgi';

const record = (type: number, content: Buffer, padding = 0) => {
  const header = Buffer.from([1, type, 0, 1, content.length >> 8, content.length & 0xff, padding, 0]);
  return Buffer.concat([header, content, Buffer.alloc(padding)]);
};
const [STDOUT, STDERR, END] = [6, 7, 3];
const end = record(END, Buffer.alloc(8));

/** The process on a host’s socket may be the host's own, and may send any bytes. */
describe('a request to a pool', () => {
  let folder: string;
  let server: Server;
  let answer: (socket: Socket) => void;
  const requestFromPool = (more: { maxBytes?: number; timeoutMs?: number } = {}) =>
    requestPool({
      socket: join(folder, 'pool.sock'),
      params: { SCRIPT_FILENAME: '/x.php', LONG: 'x'.repeat(300) },
      maxBytes: 100_000,
      timeoutMs: 5_000,
      ...more,
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitedeck-pool-'));
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((resolve) => server.listen(join(folder, 'pool.sock'), resolve));
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('joins the pieces of a reply, without its error output and padding', async () => {
    const complete = Buffer.concat([
      record(STDOUT, Buffer.from('one '), 3),
      record(STDERR, Buffer.from('noise')),
      record(STDOUT, Buffer.from('two')),
      end,
    ]);
    answer = (socket) => {
      for (const byte of complete) socket.write(Buffer.from([byte]));
    };
    expect((await requestFromPool()).toString()).toBe('one two');
  });

  it('sends every parameter, also long ones', async () => {
    let request = Buffer.alloc(0);
    answer = (socket) => socket.end(end);
    server.once('connection', (socket) =>
      socket.on('data', (part: Buffer) => (request = Buffer.concat([request, part]))),
    );
    await requestFromPool();
    expect(request.toString('latin1')).toContain(`SCRIPT_FILENAME/x.php`);
    expect(request.toString('latin1')).toContain(`\x80\x00\x01\x2cLONG${'x'.repeat(300)}`);
  });

  it.each([
    ['never answers', () => undefined, 'no answer in time'],
    [
      'breaks off',
      (socket: Socket) => socket.end(record(STDOUT, Buffer.from('half'))),
      'the answer broke off',
    ],
    ['closes at once', (socket: Socket) => socket.destroy(), 'the answer broke off'],
    ['talks for ever', flood, 'the answer is too long'],
    ['talks for ever in error output', (socket: Socket) => flood(socket, STDERR), 'the answer is too long'],
    ['says what is no record', (socket: Socket) => socket.end(Buffer.alloc(9, 0xff)), 'the answer broke off'],
  ])('gives up on a pool that %s', async (_what, act, reason) => {
    answer = act;
    await expect(requestFromPool({ timeoutMs: 2_000 })).rejects.toThrow(reason);
  });

  it('reports a socket where no process listens', async () => {
    const question = { socket: join(folder, 'none.sock'), params: {}, maxBytes: 1000, timeoutMs: 1000 };
    await expect(requestPool(question)).rejects.toThrow('ENOENT');
  });
});

function flood(socket: Socket, type = STDOUT): void {
  const more = () => socket.writable && socket.write(record(type, Buffer.alloc(60_000)), more);
  more();
}
