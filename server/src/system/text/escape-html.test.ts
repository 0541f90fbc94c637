import { escapeHtml } from './escape-html';

it('leaves nothing that opens a tag, ends an attribute or is read as a character of another kind', () => {
  expect(escapeHtml(`<b title="x" id='y'>&amp;`)).toBe(
    '&#60;b title=&#34;x&#34; id=&#39;y&#39;&#62;&#38;amp;',
  );
  expect(escapeHtml('商店')).toBe('商店');
});
