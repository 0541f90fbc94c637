import { indentOf } from './indent';
import { lineEndOf, withLineEnd } from './line-ends';

describe('what is detected in a file', () => {
  it.each([
    ['tabs', 'a {\n\tb\n\tc\n}', { by: 'tab', size: 4 }],
    ['two spaces', 'a:\n  b:\n    c: 1\n  d: 2\n', { by: 'spaces', size: 2 }],
    ['four spaces', 'if x:\n    y\n    if z:\n        a\n', { by: 'spaces', size: 4 }],
    ['nothing to learn from', 'one\ntwo\n', { by: 'spaces', size: 4 }],
  ])('detects its indentation: %s', (_name, content, expected) =>
    expect(indentOf(content)).toEqual(expected),
  );

  it('detects its line ends, mixed ones too, and writes the requested ones', () => {
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
