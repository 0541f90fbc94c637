import { makeSessionExpired } from './session-expired';

function page(path: string) {
  const { pathname, search, hash } = new URL(path, 'https://console.example');
  const order: string[] = [];
  const later: (() => void)[] = [];
  const location = { pathname, search, hash, reload: () => order.push('reload') };
  const history = {
    pushState: (state: unknown, _title: string, url: string) => order.push(`${url} ${JSON.stringify(state)}`),
  };
  const setTimeout = (run: () => void, ms: number) => later.push(() => ms === 10 && run());
  return { view: { location, history, setTimeout } as unknown as Window, order, later };
}

it('goes to sign-in with the current address as return target, then reloads after 10 ms', () => {
  const { view, order, later } = page('/fileManage?path=%2Fwwwroot#top');
  expect(makeSessionExpired(view, () => true)('session-expired')).toBe(true);
  expect(order).toEqual(['/login#?r=%2FfileManage%3Fpath%3D%252Fwwwroot%23top {"ended":"session-expired"}']);
  later.forEach((run) => run());
  expect(order).toHaveLength(2);
});

it('goes to sign-in once, however many replies report an expired session', () => {
  const { view, order } = page('/');
  const expired = makeSessionExpired(view, () => false);
  expired('host-removed');
  expect(expired('session-expired')).toBe(true);
  expect(order).toEqual(['/login {"ended":"host-removed"}']);
});

it('reports no ended session to a visitor who was not signed in', () => {
  const { view, order } = page('/');
  makeSessionExpired(view, () => false)('session-expired');
  expect(order).toEqual(['/login {}']);
});

it.each(['host-removed', 'password-changed'])('passes %s on to sign-in, after a reload too', (why) => {
  const { view, order } = page('/log');
  makeSessionExpired(view, () => false)(why);
  expect(order).toEqual([`/login#?r=%2Flog {"ended":"${why}"}`]);
});

it('does not reload while the sign-in page is shown', () => {
  const { view, order } = page('/login#?r=%2F');
  expect(makeSessionExpired(view, () => false)('session-expired')).toBe(false);
  expect(order).toEqual([]);
});
