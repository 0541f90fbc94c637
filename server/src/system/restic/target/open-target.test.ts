import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolveAllowedAddress } from './resolve-address';
import { scanKeys } from './host-key';

describe('connecting to a target', () => {
  const aborted = new Error('aborted');

  it('stops waiting for the name server when the caller aborts', async () => {
    const stop = new AbortController();
    const resolving = resolveAllowedAddress('name.invalid', { allowed: [], own: [] }, stop.signal);
    stop.abort(aborted);
    await expect(resolving).rejects.toBe(aborted);
  });

  it('stops waiting for an SSH key when the caller aborts', async () => {
    const stop = new AbortController();
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      stop.abort(aborted);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(scanKeys({ address: '127.0.0.1', port }, stop.signal)).rejects.toBe(aborted);
    await new Promise((resolve) => server.close(resolve));
  });
});
