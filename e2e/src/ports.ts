import { createServer, type AddressInfo } from 'node:net';

async function listenAnywhere(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** As many free loopback ports; all are held until the last is found, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const held = await Promise.all(Array.from({ length: count }, listenAnywhere));
  await Promise.all(held.map((one) => one.close()));
  return held.map((one) => one.port);
}
