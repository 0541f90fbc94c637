import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { JsonText } from '#system/streams/json-text';
import { Refusal } from '#faults/refusal';
import { connectRpc } from './rpc-client';
import { serveRpc, type RpcServer } from './rpc-server';

const protocol = {
  double: { request: z.object({ n: z.number() }), reply: z.object({ n: z.number() }) },
  refuse: { request: z.object({}), reply: z.object({}) },
  break: { request: z.object({}), reply: z.object({}) },
  long: { request: z.object({ characters: z.number() }), reply: z.object({ text: z.string() }) },
  words: { request: z.object({ characters: z.number() }), reply: z.unknown() },
  wait: { request: z.object({}), reply: z.object({}), progress: z.object({ at: z.number() }) },
};

describe('a typed link between two processes', () => {
  let folder: string;
  let socket: string;
  let server: RpcServer;
  const bugs: string[] = [];
  const aborted: string[] = [];

  const serve = () =>
    serveRpc({
      protocol,
      socket,
      onBug: (method) => bugs.push(method),
      handlers: {
        double: ({ n }) => Promise.resolve({ n: n * 2 }),
        refuse: () => Promise.reject(new Refusal('over-quota', { field: 'path' })),
        long: ({ characters }) => Promise.resolve({ text: 'x'.repeat(characters) }),
        words: ({ characters }) =>
          Promise.resolve(new JsonText(JSON.stringify(`ü${'x'.repeat(characters)}`))),
        break: () => Promise.reject(new Error('a bug')),
        wait: async (_request, { signal, progress }) => {
          for (let at = 0; !signal.aborted; at += 1) {
            progress({ at });
            await sleep(5);
          }
          aborted.push('wait');
          throw new Error('aborted');
        },
      },
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rpc-'));
    socket = join(folder, 'a.sock');
    server = await serve();
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('fails only the call whose reply is too long for the link', async () => {
    const client = connectRpc(protocol, socket);
    const stop = new AbortController();
    let begun = (): void => undefined;
    const running = new Promise<void>((resolve) => (begun = resolve));
    const others = client.call('wait', {}, { signal: stop.signal, onProgress: () => begun() });
    await running;
    const long = client.call('long', { characters: 65 * 1024 * 1024 });
    await expect(long).rejects.toThrow('answer too long');
    const longWords = client.call('words', { characters: 64 * 1024 * 1024 - 4 });
    await expect(longWords).rejects.toThrow('answer too long');
    const words = await client.call('words', { characters: 3 });
    expect(words instanceof JsonText && words.value()).toBe('üxxx');
    stop.abort();
    await expect(others).rejects.toThrow('aborted');
    aborted.length = 0;
    client.close();
  });

  it('answers many calls at once on one connection', async () => {
    const client = connectRpc(protocol, socket);
    const replies = await Promise.all([1, 2, 3].map((n) => client.call('double', { n })));
    expect(replies.map((reply) => reply.n)).toEqual([2, 4, 6]);
    client.close();
  });

  it('sends a refusal with its reason and details, but only the message of an unexpected error', async () => {
    const client = connectRpc(protocol, socket);
    await expect(client.call('refuse', {})).rejects.toMatchObject({
      reason: 'over-quota',
      detail: { field: 'path' },
    });
    await expect(client.call('break', {})).rejects.toThrow('a bug');
    expect(bugs).toEqual(['break']);
    client.close();
  });

  it('refuses a malformed request before the handler sees it', async () => {
    const client = connectRpc(protocol, socket);
    await expect(client.call('double', { n: 'x' } as never)).rejects.toThrow();
    client.close();
  });

  it('reports progress and ends the work when the caller aborts', async () => {
    const client = connectRpc(protocol, socket);
    const stop = new AbortController();
    const seen: number[] = [];
    const call = client.call(
      'wait',
      {},
      {
        signal: stop.signal,
        onProgress: ({ at }) => {
          seen.push(at);
          if (at === 3) stop.abort();
        },
      },
    );
    await expect(call).rejects.toThrow('aborted');
    expect(seen.slice(0, 4)).toEqual([0, 1, 2, 3]);
    expect(aborted).toEqual(['wait']);
    client.close();
  });

  it('reports that the engine is down while the other process is away, and works again when it is back', async () => {
    const client = connectRpc(protocol, socket);
    await client.call('double', { n: 1 });
    await server.close();
    await expect(client.call('double', { n: 1 })).rejects.toMatchObject({ reason: 'engine-down' });
    server = await serve();
    await expect(client.call('double', { n: 4 })).resolves.toEqual({ n: 8 });
    client.close();
  });
});
