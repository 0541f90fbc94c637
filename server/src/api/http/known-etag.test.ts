import { isKnownEtag } from './known-etag';

it('knows its own tag', () => {
  expect(isKnownEtag('"a1"', '"a1"')).toBe(true);
});

it('knows its own tag from a reply that was compressed on its way', () => {
  expect(isKnownEtag('W/"a1"', '"a1"')).toBe(true);
});

it('knows its own tag among others', () => {
  expect(isKnownEtag('"b2", W/"a1"', '"a1"')).toBe(true);
});

it('takes no other for its own', () => {
  expect(isKnownEtag(undefined, '"a1"')).toBe(false);
  expect(isKnownEtag('"b2"', '"a1"')).toBe(false);
  expect(isKnownEtag('"a12"', '"a1"')).toBe(false);
});
