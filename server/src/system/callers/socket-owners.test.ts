import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { makeOwnerOf, type ReadTable } from './socket-owners';
import { keysOf, type TcpConnection } from './tcp-tables';

const connectionOf = ({ localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 }: Socket) => ({
  peer: { address: remoteAddress, port: remotePort },
  own: { address: localAddress, port: localPort },
});

describe('the owner of a connection', () => {
  let server: Server;
  let links: Socket[];
  const open = async (host: string) => {
    const { port } = server.address() as AddressInfo;
    const accepting = once(server, 'connection');
    const client = connect({ host, port, allowHalfOpen: true });
    const [accepted] = (await accepting) as [Socket];
    links.push(client, accepted);
    return { client, accepted, connection: connectionOf(accepted) };
  };

  beforeEach(async () => {
    links = [];
    server = createServer({ allowHalfOpen: true }).listen(0, '::');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const link of links) link.destroy();
    server.close();
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.9'])('is found at %s', async (host) => {
    const { connection } = await open(host);
    expect(await makeOwnerOf()(connection)).toBe(process.getuid?.());
  });

  it('is found while its program only waits for the reply', async () => {
    const { client, accepted, connection } = await open('127.0.0.1');
    const ended = once(accepted.resume(), 'end');
    client.end('the complete request');
    await ended;
    expect(await makeOwnerOf()(connection)).toBe(process.getuid?.());
  });

  it('is not found once its program has closed the socket', async () => {
    const { client, accepted, connection } = await open('127.0.0.1');
    const ended = once(accepted.resume(), 'end');
    client.destroy();
    await ended;
    expect(await makeOwnerOf()(connection)).toBeUndefined();
  });

  it('is found for many connections at once', async () => {
    const all: TcpConnection[] = [];
    for (let count = 0; count < 300; count += 1) all.push((await open('127.0.0.1')).connection);
    const ownerOf = makeOwnerOf();
    expect(new Set(await Promise.all(all.map(ownerOf)))).toEqual(new Set([process.getuid?.()]));
  });
});

describe('the finder of owners', () => {
  const at = (port: number): TcpConnection => ({
    peer: { address: '127.0.0.1', port },
    own: { address: '127.0.0.1', port: 8090 },
  });
  const rowOf = (port: number) =>
    `   1: ${keysOf(at(port))[0] ?? ''} 01 00000000:00000000 00:00000000 00000000 ${port} 0 4711 1 0000\n`;
  /** Tables with these texts, one for each read of the first; the last one stays. The second table is empty. */
  const tables = (...texts: readonly string[]) => {
    let reads = 0;
    // Small parts, as those of the kernel that end anywhere in a line.
    async function* parts(table: string): AsyncGenerator<string> {
      if (table.endsWith('6')) return;
      const text = texts[Math.min(reads++, texts.length - 1)] ?? '';
      for (let from = 0; from < text.length; from += 50)
        yield await Promise.resolve(text.slice(from, from + 50));
    }
    const read: ReadTable = parts;
    return { ownerOf: makeOwnerOf(read), reads: () => reads };
  };

  it('reads the tables once for all connections that come during a read', async () => {
    const { ownerOf, reads } = tables(Array.from({ length: 100 }, (_, index) => rowOf(index + 1)).join(''));
    const ports = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(await Promise.all(ports.map((port) => ownerOf(at(port))))).toEqual(ports);
    expect(reads()).toBe(2);
  });

  it('reads the tables after each connection has come, and keeps no answer', async () => {
    const { ownerOf } = tables(rowOf(1), rowOf(2));
    expect(await ownerOf(at(1))).toBe(1);
    expect(await ownerOf(at(2))).toBe(2);
    expect(await ownerOf(at(1))).toBeUndefined();
  });

  it('reads once more for a row that was missed', async () => {
    const { ownerOf, reads } = tables(rowOf(2), rowOf(1));
    expect(await ownerOf(at(1))).toBe(1);
    expect(reads()).toBe(2);
  });

  it('gives a row to the later of two connections with the same addresses', async () => {
    const { ownerOf } = tables(rowOf(1));
    const first = ownerOf(at(9));
    const same = Promise.all([ownerOf(at(1)), ownerOf(at(1))]);
    expect(await first).toBeUndefined();
    expect(await same).toEqual([undefined, 1]);
  });

  it('finds no owner if the tables can’t be read', async () => {
    const ownerOf = makeOwnerOf((table) => createReadStream(`/nowhere${table}`, { encoding: 'latin1' }));
    expect(await ownerOf(at(1))).toBeUndefined();
  });
});
