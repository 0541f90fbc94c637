import { requestedObject } from './requested-object';

it.each([
  [{ path: '/wwwroot/a', to: '/data/a', overwrite: true }, '/wwwroot/a'],
  [{ paths: ['/wwwroot/a', '/wwwroot/b'], to: '/wwwroot/a.zip' }, '/wwwroot/a'],
  [{ text: 'x', replacement: 'y', files: [{ path: '/wwwroot/a', version: 'v' }] }, '/wwwroot/a'],
  [{ redirects: [{ source: '/old', target: '/new' }], replace: false }, '/old'],
  [{ id: 0, name: 'WordPress', content: 'rewrite' }, 'WordPress'],
  [{ point: 3, mode: 'mirror' }, '/backups/3.tar.zst'],
  [{ image: 3, name: 'new name' }, '/images/3.tar.zst'],
  [{ image: '{"indexPath":"index.php"}' }, ''],
  [{ taskId: 12 }, '12'],
  [{ tables: ['t'], to: '/data/x.sql' }, '/data/x.sql'],
  [{ password: 'another horse 12' }, ''],
  [{ paths: [] }, ''],
  [{ path: null }, ''],
  [undefined, ''],
])('finds what a request is about: %j', (body, object) => {
  expect(requestedObject(body)).toBe(object);
});
