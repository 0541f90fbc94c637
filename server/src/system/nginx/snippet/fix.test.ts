import type { SnippetFault } from './fault';
import { editFor, type SnippetEdit } from './fix';
import { readSnippet } from './read';

function mended(
  text: string,
  { line, column }: SnippetFault,
  { length, text: inserted }: SnippetEdit,
): string {
  const lines = text.split('\n');
  const before = lines[line - 1] ?? '';
  lines[line - 1] = before.slice(0, column - 1) + inserted + before.slice(column - 1 + length);
  return lines.join('\n');
}

const faultsOf = (text: string): readonly SnippetFault[] => {
  const reading = readSnippet(text);
  return reading.is === 'refused' ? reading.faults : [];
};

describe('the edit for a fault of rewrite rules', () => {
  it.each([
    ['rewrite ^/a$ /b last\nrewrite ^/c$ /d last;', 'rewrite ^/a$ /b last;\nrewrite ^/c$ /d last;'],
    ['location /a {\n  return 404\n}', 'location /a {\n  return 404;\n}'],
    ['rewrite ^/a$ /b last;;', 'rewrite ^/a$ /b last;'],
    ['rewrite ^/a$ /b last;\n}', 'rewrite ^/a$ /b last;\n'],
    ['rewrite ^/a$ /b last；', 'rewrite ^/a$ /b last;'],
    ['  rewrit ^/a$ /b last;', '  rewrite ^/a$ /b last;'],
    ['rewrite ^/a$ /b\u0007 last;', 'rewrite ^/a$ /b last;'],
  ])('fixes %j', (text, expected) => {
    const [fault] = faultsOf(text);
    const edit = fault && editFor(fault);
    if (!edit) throw new Error(`there is no edit for ${text}`);
    expect(mended(text, fault, edit)).toBe(expected);
    expect(faultsOf(expected)).toEqual([]);
  });

  it('offers no change where only the owner knows what was meant', () => {
    const [fault] = faultsOf('location / {\n  return 404;');
    expect(fault?.reason).toBe('brace-missing');
    expect(fault && editFor(fault)).toBeUndefined();
  });
});
