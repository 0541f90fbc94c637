import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chosenGroups } from './chosen-groups';
import { onFreePorts } from './free-listeners';
import { isComplete, measureLoad } from './load';
import { inPairs, median } from './pairs';
import { peakMemoryMb } from './peak-memory';
import { cpuSecondsOf, memoryMbOf, treeOf } from './processes';
import { measurePipe, timeRows } from './measure-program';
import { table } from './table';

it('returns the middle value, or the mean of the two in the middle', () => {
  expect(median([9, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow('nothing');
});

it('measures both sides equally often, in random order', async () => {
  const order: string[] = [];
  const side = (name: string) => async () => void order.push(name);
  await inPairs(40, { peer: side('peer'), own: side('own') });
  expect(order.filter((name) => name === 'peer')).toHaveLength(40);
  const first = order.filter((_, place) => place % 2 === 0);
  expect(new Set(first)).toEqual(new Set(['peer', 'own']));
});

it('recognises a complete reply by its length or by its last chunk', () => {
  expect(isComplete('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')).toBe(true);
  expect(isComplete('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok')).toBe(false);
  expect(isComplete('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n')).toBe(false);
  expect(isComplete('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n')).toBe(true);
  expect(isComplete('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n')).toBe(true);
});

async function withServer<T>(status: number, body: (port: number) => Promise<T>): Promise<T> {
  const server = createServer((_request, reply) => reply.writeHead(status).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await body((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('counts the requests that a server answers', async () => {
  const result = await withServer(200, (port) =>
    measureLoad({ at: { port }, path: '/', headers: {}, status: 200 }, 100),
  );
  expect(result.requests).toBeGreaterThan(10);
  expect(result.p99Ms).toBeGreaterThan(0);
});

it('rejects instead of counting refused requests as speed', async () => {
  await withServer(403, async (port) => {
    await expect(measureLoad({ at: { port }, path: '/', headers: {}, status: 200 }, 100)).rejects.toThrow(
      '403',
    );
  });
});

it('reads time and memory of a process and all below it', () => {
  expect(treeOf(process.ppid)).toContain(process.pid);
  expect(cpuSecondsOf(process.pid)).toBeGreaterThan(0);
  expect(memoryMbOf(process.pid)).toBeGreaterThan(5);
  expect(cpuSecondsOf(2 ** 30)).toBe(0);
});

it('reports the peak of memory, and the error of the measured work', async () => {
  const rest = memoryMbOf(process.pid);
  // The first sample is taken as soon as the work begins.
  const peak = await peakMemoryMb(process.pid, async () => {
    const held = Buffer.alloc(200e6, 1);
    await Promise.resolve();
    return held.length;
  });
  expect(peak).toBeGreaterThan(rest + 50);
  const failing = peakMemoryMb(process.pid, () => Promise.reject(new Error('no dump')));
  await expect(failing).rejects.toThrow('no dump');
});

it('counts all programs of a pipe, and rejects if one of them fails', async () => {
  const { cpuSeconds, wallSeconds } = await measurePipe('head -c "$1" /dev/zero | gzip | cat > /dev/null', [
    '100000000',
  ]);
  expect(cpuSeconds).toBeGreaterThan(0);
  expect(wallSeconds).toBeGreaterThan(0);
  await expect(measurePipe('false | cat')).rejects.toThrow('ended with 1');
});

it('checks limits on CPU and wall time, and ignores an absent one', () => {
  const spent = (seconds: number) => [{ cpuSeconds: seconds, wallSeconds: seconds }];
  const rows = timeRows('dump', { peer: spent(1), own: spent(1.2) }, { name: 'by hand', cpu: 1.1 });
  expect(rows.map(({ job, limit, met }) => [job, limit, met])).toEqual([
    ['dump: CPU', '≤ 1.1x', false],
    ['dump: wall', 'none', true],
  ]);
});

it('prints peer, limit, SiteDeck and ratio, also for recorded values', () => {
  const peer = { name: '1Panel', value: 200, recorded: true } as const;
  const text = table([{ job: 'memory', unit: 'MB', peer, limit: '≤ 150 MB', own: 100, met: true }]);
  expect(text).toContain('| 1Panel 200.0 MB (recorded) | ≤ 150 MB | 100.0 MB | 0.50x | yes |');
});

it('chooses several groups by name, and runs a long group only if it is named', () => {
  const groups = [{ name: 'call' }, { name: 'memory' }, { name: 'big', isLong: true as const }];
  const chosen = (only?: string) => chosenGroups(groups, only).map(({ name }) => name);
  expect(chosen()).toEqual(['call', 'memory']);
  expect(chosen('big, call')).toEqual(['call', 'big']);
  expect(() => chosen('call,')).toThrow('Known: call, memory, big');
});

it("moves every listener of the product's nginx configuration to a free port", async () => {
  const conf = `server {
  listen 127.0.0.1:13998;
  listen [::1]:13998;
}
server { # admin tool
  listen 127.0.0.1:13999 default_server;
}
server {
  listen 127.0.0.1:13999 ssl;
}
`;
  const moved = await onFreePorts(conf);
  const [console = 0, tool = 0] = [moved.ports.get(13998), moved.ports.get(13999)];
  expect(new Set([13998, 13999, console, tool]).size).toBe(4);
  expect(moved.conf).toBe(`server {
  listen 127.0.0.1:${console};
}
server { # admin tool
  listen 127.0.0.1:${tool} default_server;
}
server {
  listen 127.0.0.1:${tool} ssl;
}
`);
});
