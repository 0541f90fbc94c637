import { createServer, type RequestListener, type Server } from 'node:http';
import { isRefusal } from '#faults/refusal';
import { isNetwork, makeAddressRule } from './address-rules';
import { Egress } from './egress';

describe('addresses that may be reached', () => {
  const isPublic = makeAddressRule([]);

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.170',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.1',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::FFFF:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'localhost',
    '',
  ])('denies %s', (address) => expect(isPublic(address)).toBe(false));

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.0.1',
    '172.32.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
    '::ffff:8.8.8.8',
  ])('allows %s', (address) => expect(isPublic(address)).toBe(true));

  it('denies every address of this machine unless the provider allows it', () => {
    const own = ['8.8.8.8', '2606:4700::1111', 'name.example'];
    const may = ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111', '8.8.4.4'];
    expect(may.map(makeAddressRule([], own))).toEqual([false, false, false, true]);
    expect(may.map(makeAddressRule(own.slice(0, 1), own))).toEqual([true, true, false, true]);
  });

  it('reaches exceptions of the provider, and no other private address', () => {
    const rule = makeAddressRule(['10.1.0.0/16', 'fd00::1']);
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1', '10.2.0.1', 'fd00::2', '127.0.0.1'].map(rule)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(
      ['10.0.0.0/8', '::1', '10.0.0.0/33', 'example.com', '10.0.0.0/8/1', '1.2.3'].map(isNetwork),
    ).toEqual([true, true, false, false, false, false]);
  });
});

describe('a request to another server', () => {
  const servers: Server[] = [];
  const serve = async (listener: RequestListener, host = '127.0.0.1'): Promise<number> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  const { signal } = new AbortController();
  const LOOPBACK = { allowed: ['127.0.0.0/8'] };
  const reasonOf = (work: Promise<unknown>) =>
    work.then(
      () => 'ok',
      (error: unknown) => (isRefusal(error) ? error.reason : String(error)),
    );

  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://0x7f.1:PORT/',
    'http://2130706433:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::1]:PORT/',
    'http://0:PORT/',
    'http://169.254.169.254/latest/meta-data/',
  ])('refuses this machine and its network as %s', async (url) => {
    let requestCount = 0;
    const port = await serve((_request, reply) => ((requestCount += 1), reply.end('secret')));
    expect(
      await reasonOf(new Egress({ allowed: [] }).get({ url: url.replace('PORT', String(port)), signal })),
    ).toBe('url-refused');
    expect(requestCount).toBe(0);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://example.com/',
    'http://user:pw@127.0.0.1/',
    'no address',
  ])('refuses %s', async (url) =>
    expect(await reasonOf(new Egress(LOOPBACK).get({ url, signal }))).toBe('url-refused'),
  );

  it('checks every hop of a redirect', async () => {
    let requestCount = 0;
    const inner = await serve((_request, reply) => ((requestCount += 1), reply.end('secret')), '127.0.0.2');
    const goals = [
      `http://127.0.0.2:${inner}/`,
      'http://[::1]/',
      'file:///etc/passwd',
      `//127.0.0.2:${inner}/`,
    ];
    for (const location of goals) {
      const port = await serve((_request, reply) => reply.writeHead(302, { location }).end());
      const egress = new Egress({ allowed: ['127.0.0.1'] });
      expect(await reasonOf(egress.get({ url: `http://127.0.0.1:${port}/`, signal }))).toBe('url-refused');
    }
    expect(requestCount).toBe(0);
  });

  it('follows five redirects, not six', async () => {
    const port = await serve((request, reply) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) return reply.end('here');
      return reply.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const egress = new Egress(LOOPBACK);
    const { url, message } = await egress.get({ url: `http://127.0.0.1:${port}/5`, signal });
    message.destroy();
    expect(url.pathname).toBe('/0');
    expect(await reasonOf(egress.get({ url: `http://127.0.0.1:${port}/6`, signal }))).toBe('url-redirects');
  });

  it('connects to the checked address, even if the name resolves differently next', async () => {
    let replies = 0;
    const resolve = () => Promise.resolve([(replies += 1) === 1 ? '127.0.0.1' : '127.0.0.2']);
    const port = await serve(
      (request, reply) => reply.end(`${request.socket.localAddress} ${request.headers.host}`),
      '0.0.0.0',
    );
    const egress = new Egress({ allowed: ['127.0.0.1'], resolve });
    const { message } = await egress.get({ url: `http://rebind.example:${port}/`, signal });
    let text = '';
    for await (const part of message) text += String(part);
    expect(text).toBe(`127.0.0.1 rebind.example:${port}`);
    expect(replies).toBe(1);
    expect(await reasonOf(egress.get({ url: `http://rebind.example:${port}/`, signal }))).toBe('url-refused');
  });

  it('refuses a name that has both a private and a public address', async () => {
    const egress = new Egress({ allowed: [], resolve: () => Promise.resolve(['8.8.8.8', '10.0.0.1']) });
    expect(await reasonOf(egress.get({ url: 'http://both.example/', signal }))).toBe('url-refused');
  });

  it('reports an address that does not answer', async () => {
    const port = await serve(() => undefined);
    servers.splice(0).forEach((server) => server.close());
    expect(await reasonOf(new Egress(LOOPBACK).get({ url: `http://127.0.0.1:${port}/`, signal }))).toBe(
      'url-unreachable',
    );
    const unresolvable = new Egress({ allowed: [], resolve: () => Promise.reject(new Error('NXDOMAIN')) });
    expect(await reasonOf(unresolvable.get({ url: 'http://nowhere.example/', signal }))).toBe(
      'url-unreachable',
    );
  });
});
