import { networkInterfaces } from 'node:os';
import { addressPrefix, makeNetworkOf, THIS_MACHINE } from './network-of';

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:7:8:9::1', '2001:db8:7::/48'],
  ['2001:0db8:0007::', '2001:db8:7::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
])('counts %s as %s', (address, prefix) => {
  expect(addressPrefix(address)).toBe(prefix);
  expect(makeNetworkOf([])(address)).toBe(prefix);
});

it.each(['127.0.0.1', '127.1.2.3', '127.200.9.1', '::ffff:127.3.2.1', '::1', '203.0.113.9', '2001:db8::9'])(
  'counts %s as this machine',
  (address) => {
    expect(makeNetworkOf(['203.0.113.9', '2001:db8::9'])(address)).toBe(THIS_MACHINE);
  },
);

it('counts the address of every interface as this machine', () => {
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  expect(own.length).toBeGreaterThan(0);
  expect(new Set(own.map(makeNetworkOf([])))).toEqual(new Set([THIS_MACHINE]));
});
