import { serverAddresses } from './addresses';

it.each([
  ['those that the operator set', ['203.0.113.9'], ['198.51.100.7'], ['203.0.113.9']],
  ['the public ones of the interfaces', [], ['172.17.0.1', '198.51.100.7'], ['198.51.100.7']],
  ['the first one of a machine without a public address', [], ['10.0.0.5', '172.17.0.1'], ['10.0.0.5']],
  ['none of a machine without a network', [], [], []],
])('shows owners %s', (_what, PUBLIC_IPS, ...[found, shown]) => {
  expect(serverAddresses({ PUBLIC_IPS }, found)).toEqual(shown);
});
