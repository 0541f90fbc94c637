import { formOf, missingIn, locationOf, serverOf } from './target-input';

const sftp = {
  ...formOf(undefined),
  name: 'nas',
  host: ' nas.example.com ',
  user: 'backup',
  privateKey: 'KEY',
};

it('sends what was entered, but no secret that was left empty', () => {
  expect(locationOf(sftp, 'SHA256:abc')).toEqual({
    is: 'sftp',
    host: 'nas.example.com',
    port: 22,
    user: 'backup',
    folder: 'sitedeck',
    privateKey: 'KEY',
    fingerprint: 'SHA256:abc',
  });
  const s3 = { ...sftp, is: 's3' as const, endpoint: 'https://s3.example.com', bucket: 'site', folder: '' };
  expect(locationOf(s3, undefined)).toEqual({
    is: 's3',
    endpoint: 'https://s3.example.com',
    bucket: 'site',
    folder: 'sitedeck',
  });
});

it('requires the secrets of a new target, and keeps those of a saved one', () => {
  const place = { is: 's3' as const, endpoint: 'https://s3.example.com', bucket: 'site', folder: 'a' };
  const saved = {
    id: 1,
    name: 's3',
    enabled: true,
    place,
    state: 'idle' as const,
    syncedAt: null,
    behind: 0,
  };
  expect(missingIn(formOf(saved), true)).toEqual([]);
  expect(missingIn(formOf(saved), false)).toEqual(['accessKey', 'secretKey']);
  expect(missingIn(formOf(undefined), false)).toEqual(['name', 'host', 'user', 'privateKey']);
});

it('ties a confirmed key to one server', () => {
  expect(serverOf(sftp)).not.toBe(serverOf({ ...sftp, port: '2222' }));
});
