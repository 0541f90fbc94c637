import { changeAddress } from './change-address';

const change = changeAddress('a.com:81', 'https://b.org');

it.each([
  ['with a scheme', 'http://a.com:81/x http://A.com:81', 'https://b.org/x https://b.org'],
  ['with a secure scheme', 'see https://a.com:81.', 'see https://b.org.'],
  ['without a scheme', 'src="//a.com:81/x.png"', 'src="//b.org/x.png"'],
  ['escaped as in JSON', String.raw`"http:\/\/a.com:81\/x"`, String.raw`"https:\/\/b.org\/x"`],
  ['encoded as in a query', '?u=http%3A%2F%2Fa.com%3A81%2Fx', '?u=https%3A%2F%2Fb.org%2Fx'],
  [
    'before Chinese text',
    Buffer.from('http://a.com:81，好').toString('latin1'),
    Buffer.from('https://b.org，好').toString('latin1'),
  ],
])('replaces an address %s', (_how, text, expected) => {
  expect(change(text)).toBe(expected);
});

it.each([
  'http://a.com',
  'http://a.com:811/',
  'http://aacom:81',
  'x@a.com:81',
  'http://www.a.com:81/',
  'a.com:81',
])('leaves %s as it is', (text) => {
  expect(change(text)).toBe(text);
});

it('leaves a longer name as it is, so that a second change does nothing', () => {
  const longer = changeAddress('a.com', 'http://a.com.cn');
  expect(longer(longer('http://a.com/ http://a.community/ http://a.com-x/'))).toBe(
    'http://a.com.cn/ http://a.community/ http://a.com-x/',
  );
});
