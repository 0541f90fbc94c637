import { escapeHtml } from './escape-html';

it('escapes every character that opens a tag, ends an attribute or begins a character reference', () => {
  expect(escapeHtml(`<b title="x" id='y'>&amp;`)).toBe(
    '&#60;b title=&#34;x&#34; id=&#39;y&#39;&#62;&#38;amp;',
  );
  expect(escapeHtml('商店')).toBe('商店');
});
