import { fillPath } from './fill-path';

it('encodes values, so that none can change the rest of the path', () => {
  expect(fillPath('/api/task/queryPage/{hostCode}/{page}', { hostCode: 'vh1', page: 2 })).toBe(
    '/api/task/queryPage/vh1/2',
  );
  expect(fillPath('/x/{name}/y', { name: '../a?b=c#d/e' })).toBe('/x/..%2Fa%3Fb%3Dc%23d%2Fe/y');
  expect(fillPath('/api/logout')).toBe('/api/logout');
});

it('refuses to build a path with a missing value', () => {
  expect(() => fillPath('/x/{name}', {})).toThrow('/x/{name} needs name');
});
