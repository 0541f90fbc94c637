import { isKnownEtag } from './known-etag';

it('matches an equal tag', () => {
  expect(isKnownEtag('"a1"', '"a1"')).toBe(true);
});

it('matches the weak tag of a reply that was compressed on its way', () => {
  expect(isKnownEtag('W/"a1"', '"a1"')).toBe(true);
});

it('matches a tag in a list', () => {
  expect(isKnownEtag('"b2", W/"a1"', '"a1"')).toBe(true);
});

it('matches no other tag', () => {
  expect(isKnownEtag(undefined, '"a1"')).toBe(false);
  expect(isKnownEtag('"b2"', '"a1"')).toBe(false);
  expect(isKnownEtag('"a12"', '"a1"')).toBe(false);
});
