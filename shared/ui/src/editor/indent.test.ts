import { indentOf } from './indent';
import { lineEndOf, withLineEnd } from './line-ends';

describe('what a file shows of itself', () => {
  it.each([
    ['tabs', 'a {\n\tb\n\tc\n}', { by: 'tab', size: 4 }],
    ['two spaces', 'a:\n  b:\n    c: 1\n  d: 2\n', { by: 'spaces', size: 2 }],
    ['four spaces', 'if x:\n    y\n    if z:\n        a\n', { by: 'spaces', size: 4 }],
    ['nothing to learn from', 'one\ntwo\n', { by: 'spaces', size: 4 }],
  ])('its indentation: %s', (_name, content, expected) => expect(indentOf(content)).toEqual(expected));

  it('its line ends, a mixture too, and gets the ones that are wanted', () => {
    expect(['a\nb', 'a\r\nb', 'a\r\nb\n', 'a\rb', 'a'].map(lineEndOf)).toEqual([
      'lf',
      'crlf',
      'mixed',
      'mixed',
      'lf',
    ]);
    expect(withLineEnd('a\r\nb\nc\rd', 'crlf')).toBe('a\r\nb\r\nc\r\nd');
    expect(withLineEnd('a\r\nb\nc\rd', 'lf')).toBe('a\nb\nc\nd');
  });
});
