import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolveAllowedAddress } from './resolve-address';
import { scanKeys } from './host-key';

describe('the way to a target', () => {
  const over = new Error('over');

  it('is looked for no longer than anybody wants it', async () => {
    const stop = new AbortController();
    const asked = resolveAllowedAddress('name.invalid', { allowed: [], own: [] }, stop.signal);
    stop.abort(over);
    await expect(asked).rejects.toBe(over);
  });

  it('ends at a server that shows no key, as soon as nobody waits for one', async () => {
    const stop = new AbortController();
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      stop.abort(over);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(scanKeys({ address: '127.0.0.1', port }, stop.signal)).rejects.toBe(over);
    await new Promise((resolve) => server.close(resolve));
  });
});
