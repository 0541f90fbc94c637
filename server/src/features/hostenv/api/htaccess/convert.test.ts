import { RewriteNginx, summaryOf } from '#testing/rewrite-nginx';
import { readSnippet } from '#system/nginx/snippet/read';
import { objectionTo } from '#sites/config/settings/rewrite';
import { convertHtaccess } from './convert';
import { HTACCESS_CASES } from '#testing/htaccess-files';

const convert = (text: string) => convertHtaccess(text, objectionTo);
const reasonsOf = ({ notConverted }: ReturnType<typeof convert>) =>
  notConverted.map(({ line, reason }) => `${line} ${reason['en-US']}`);

describe('the conversion of an .htaccess to nginx rules', () => {
  let nginx: RewriteNginx;

  beforeAll(async () => {
    nginx = await RewriteNginx.start(
      HTACCESS_CASES.map(({ name, text, files = [] }) => ({
        name,
        content: convert(text).content,
        files: ['/index.php', '/there.html', '/folder/index.html', ...files],
      })),
    );
  });
  afterAll(() => nginx?.close());

  it.each(HTACCESS_CASES.map((file) => [file.name, file] as const))(
    'converts every line of %s, and its addresses lead to the same files',
    async (name, { text, asks }) => {
      const converted = convert(text);
      expect(reasonsOf(converted)).toEqual([]);
      expect(readSnippet(converted.content)).toMatchObject({ is: 'read' });
      const site = `${name}.test`;
      const seen: string[] = [];
      for (const [request, , headers] of asks) {
        const [, host = '', path = ''] = /^([^/]*)(\/.*)$/.exec(request) ?? [];
        const reply = await nginx.request(host.replace('SITE', site) || site, path, headers);
        seen.push(`${request} → ${summaryOf(reply)}`);
      }
      expect(seen).toEqual(
        asks.map(([request, wanted]) => `${request} → ${wanted.replaceAll('SITE', site)}`),
      );
    },
  );

  it('keeps every header of a file that two sections set headers for', async () => {
    const headers = async (path: string) => {
      const {
        'cache-control': cache,
        'x-frame-options': frame,
        'content-type': type,
      } = (await nginx.request('sending.test', path)).headers;
      return [cache, frame, type];
    };
    expect(await headers('/a.css')).toEqual([
      'max-age=31536000, public, immutable',
      'SAMEORIGIN',
      expect.stringContaining('text/css'),
    ]);
    expect(await headers('/a.png')).toEqual(['max-age=3600', 'SAMEORIGIN', 'image/png']);
    expect(await headers('/start.html')).toEqual([undefined, 'SAMEORIGIN', 'text/html; charset=utf-8']);
  });
});
