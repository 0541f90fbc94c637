import type { FastifyRequest } from 'fastify';
import { addressReader } from './app';

const from = (remoteAddress: string | undefined, forwarded: string): FastifyRequest =>
  ({
    raw: { socket: { remoteAddress } },
    headers: { 'x-forwarded-for': forwarded },
  }) as unknown as FastifyRequest;

describe('the address of a caller', () => {
  const read = addressReader(['10.0.0.0/24', '2001:db8::1']);

  it.each([
    ['the front door’s unix socket', undefined],
    ['a named network', '10.0.0.7'],
    ['a named network, mapped into IPv6', '::ffff:10.0.0.7'],
    ['a named address', '2001:db8::1'],
  ])('is the last one forwarded by %s', (_who, peer) => {
    expect(read(from(peer, '6.6.6.6, 203.0.113.5'))).toBe('203.0.113.5');
  });

  it.each(['10.0.1.7', '127.0.0.1', '2001:db8::2'])('is %s itself, whatever headers it sends', (peer) => {
    expect(read(from(peer, '6.6.6.6'))).toBe(peer);
    expect(addressReader([])(from(peer, '6.6.6.6'))).toBe(peer);
  });
});
