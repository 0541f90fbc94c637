import { sanitize } from './sanitize';

it.each([
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['what an image would run or tell', '<img src="http://x/y" onerror="alert(1)">', ''],
  ['a script as an address', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['the same with a tab inside', '<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
  ['an address of the console', '<a href="/api/login/token?token=1">a</a>', '<a>a</a>'],
  ['data as an address', '<a href="data:text/html,<script>1</script>">a</a>', '<a>a</a>'],
  ['frames, forms and styles', '<iframe srcdoc="a"></iframe><form><input></form><style>p{}</style>', ''],
  ['names and styles that touch the page', '<p id="root" class="x" style="position:fixed">a</p>', '<p>a</p>'],
  ['a script inside of a drawing', '<svg><script>alert(1)</script></svg><math><mi></mi></math>', ''],
])('removes %s from a document', async (_what, dirty, clean) => {
  expect(await sanitize(dirty, 'document')).toBe(clean);
});

it('keeps headings, tables, lists and outward links of a document', async () => {
  const html =
    '<h1>a</h1><table><tbody><tr><td align="right">1</td></tr></tbody></table><ol start="3"><li>b</li></ol><a href="https://example.com/">c</a>';
  expect(await sanitize(html, 'document')).toBe(html);
});

it('keeps only text without markup in a confirmation', async () => {
  expect(await sanitize('<h1>a</h1><b>b</b>')).toBe('a<b>b</b>');
});
