import { listFolder, queryTaskPage, uploadSlice } from '@sitedeck/contract';
import { configFor } from '../testing/samples';
import { addressOf } from './address';

const params = { hostCode: 'vh1', page: 2, size: 20 };

it.each([
  ['', '/api/task/queryPage/vh1/2/20'],
  ['/api', '/api/task/queryPage/vh1/2/20'],
  ['https://api.example/', 'https://api.example/api/task/queryPage/vh1/2/20'],
  ['https://example/api/', 'https://example/api/task/queryPage/vh1/2/20'],
])('names the zone once below the base "%s"', (base, address) => {
  expect(addressOf(configFor(base), queryTaskPage, { params })).toBe(address);
});

it('sends file calls to the file service', () => {
  const config = { ...configFor('/api'), fileServiceBase: 'https://node1.example/fs' };
  expect(addressOf(config, listFolder, {})).toBe('https://node1.example/fs/ls');
});

it('encodes every value, so that none can end its path segment or query parameter', () => {
  const query = { path: '/a&b=c#d', absent: undefined };
  expect(addressOf(configFor(''), uploadSlice, { query })).toBe('/fs/upload?path=%2Fa%26b%3Dc%23d');
  expect(addressOf(configFor(''), queryTaskPage, { params: { ...params, hostCode: '../x?y' } })).toBe(
    '/api/task/queryPage/..%2Fx%3Fy/2/20',
  );
});
