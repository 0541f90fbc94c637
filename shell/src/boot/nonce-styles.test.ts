import { nonceStyles } from './nonce-styles';

it('gives the page’s nonce to every style that a script creates, and to no other element', () => {
  nonceStyles('n0nce');
  expect(document.createElement('style').nonce).toBe('n0nce');
  expect(document.createElement('script').nonce).toBe('');
  expect(document.createElement('div')).toBeInstanceOf(HTMLDivElement);
});
