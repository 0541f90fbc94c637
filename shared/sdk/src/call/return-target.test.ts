import { returnTarget, signInAddress } from './return-target';

const hashOf = (target: string) => `#?r=${encodeURIComponent(target)}`;

it.each(['/', '/fileManage', '/hostEnvSet/301?x=1#y', '/a//b', '/%2e%2e/x'])('returns to %s', (target) => {
  expect(returnTarget(hashOf(target))).toBe(target);
});

it.each([
  ['another site', '//evil.example'],
  ['another site by backslash', '/\\evil.example'],
  ['another site by a control the browser drops', '/\t/evil.example'],
  ['another site by a line feed', '/\n/evil.example'],
  ['a full address', 'https://evil.example/'],
  ['a script', 'javascript:alert(1)'],
  ['a relative path', 'fileManage'],
  ['sign-in itself', '/login'],
  ['sign-in with a target', '/login#?r=%2Flogin'],
  ['nothing', ''],
])('goes home instead of to %s', (_name, target) => {
  expect(returnTarget(hashOf(target))).toBe('/');
});

it.each(['', '#', '#/fileManage', '#?r=%', '#?x=%2Fa'])('goes home from the hash "%s"', (hash) => {
  expect(returnTarget(hash)).toBe('/');
});

it('returns to exactly where the user was', () => {
  const address = signInAddress({ pathname: '/a b', search: '?p=%2F', hash: '#h' });
  expect(returnTarget(new URL(address, 'https://x').hash)).toBe('/a b?p=%2F#h');
});
