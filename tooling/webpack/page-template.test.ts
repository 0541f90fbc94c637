import { pageTemplate } from './page-template';

const page = pageTemplate({
  scripts: { '/assets/react.0a.js': 'sha384-react', '/assets/console.0b.js': 'sha384-console' },
  chunks: { '/assets/1.0d.js': 'sha384-chunk' },
  next: ['/assets/next.0c.js'],
  style: 'body{margin:0}',
  body: '<p>hello</p>',
});

it('contains the placeholders that the server fills, and no inline script', () => {
  expect(page).toContain('<style nonce="__NONCE__">body{margin:0}</style>');
  expect(page).toContain('<script type="application/json" id="sitedeck-boot">__BOOT__</script>');
  expect(page).toContain('<script type="application/json" id="sitedeck-config">__CONFIG__</script>');
  const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) => attributes);
  expect(inline.every((attributes) => attributes?.includes('application/json'))).toBe(true);
});

it('loads its scripts in order, without delaying the first paint', () => {
  const scripts = [...page.matchAll(/<script defer src="([^"]+)" integrity="([^"]+)">/g)];
  expect(scripts.map(([, src, sum]) => [src, sum])).toEqual([
    ['/assets/react.0a.js', 'sha384-react'],
    ['/assets/console.0b.js', 'sha384-console'],
  ]);
  expect(page).toContain('<meta name="sitedeck-next" content="/assets/next.0c.js">');
  expect(page).toContain('<div id="root"><p>hello</p></div>');
});

it('contains the hash of every script that may load later', () => {
  expect(page).toContain('id="sitedeck-integrity">{"/assets/1.0d.js":"sha384-chunk"}</script>');
});
