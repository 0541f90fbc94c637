import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handOver } from './hand-over';
import { Refusal } from '#faults/refusal';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hand-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function call(path: string): Promise<Socket> {
  const socket = connect(path);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

it('reads one line only: ends the connection of a receiver that sends more', async () => {
  const parse = jest.spyOn(JSON, 'parse');
  const handed = handOver({
    folder,
    root: folder,
    identity: undefined,
    give: () => Promise.resolve(),
    take: async (path) => {
      await call(path);
      const verdict = await call(path);
      const closed = once(verdict.resume(), 'close');
      parse.mockClear();
      verdict.write(`null\n${'7\n'.repeat(1000)}`);
      await closed;
      throw new Refusal('download-cut');
    },
  });
  await expect(handed).rejects.toThrow('download-cut');
  expect(parse.mock.calls.map(([text]) => text)).toEqual(['null']);
});

it('accepts a receiver for the bytes once, and never again for the verdict', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const handed = handOver({
    folder,
    root: folder,
    identity: undefined,
    give: () => Promise.resolve(),
    take: async (path) => {
      const bytes = await call(path);
      closed = once(bytes.resume(), 'close');
      throw new Refusal('download-cut');
    },
  });
  await expect(handed).rejects.toThrow('download-cut');
  await closed;
});
