import { fillPath } from './fill-path';

it('puts values into a path so that none can leave its place', () => {
  expect(fillPath('/api/task/queryPage/{hostCode}/{page}', { hostCode: 'vh1', page: 2 })).toBe(
    '/api/task/queryPage/vh1/2',
  );
  expect(fillPath('/x/{name}/y', { name: '../a?b=c#d/e' })).toBe('/x/..%2Fa%3Fb%3Dc%23d%2Fe/y');
  expect(fillPath('/api/logout')).toBe('/api/logout');
});

it('sends no request with a hole in its path', () => {
  expect(() => fillPath('/x/{name}', {})).toThrow('/x/{name} needs name');
});
