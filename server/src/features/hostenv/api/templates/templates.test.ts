import { RewriteNginx, summaryOf } from '#testing/rewrite-nginx';
import { readSnippet } from '#system/nginx/snippet/read';
import { templates, type RewriteResult, type RewriteTemplate } from '.';

/** The expected outcome in the format of `summaryOf`. */
function expected(becomes: RewriteResult): string {
  switch (becomes.is) {
    case 'script': {
      const { script, pathInfo = '', query = '' } = becomes;
      return [script, pathInfo && `[${pathInfo}]`, query && `?${query}`].filter(Boolean).join(' ');
    }
    case 'file':
      return `file ${becomes.file}`;
    case 'redirect':
      return `${becomes.status} ${becomes.to}`;
    case 'refused':
      return String(becomes.status);
  }
}

/** The files of a site with this app: every file that its addresses lead to. */
const filesOf = ({ urls }: RewriteTemplate): string[] => [
  ...urls.flatMap(({ becomes }) => {
    if (becomes.is === 'script') return [becomes.script];
    return becomes.is === 'file' ? [becomes.file] : [];
  }),
  '/there/page-1-1.html',
];

describe('rewrite templates on a real nginx', () => {
  let nginx: RewriteNginx;

  beforeAll(async () => {
    nginx = await RewriteNginx.start(
      templates.map((template) => ({
        name: template.id,
        content: template.content,
        files: filesOf(template),
      })),
    );
  });
  afterAll(() => nginx?.close());

  it('offers more than two dozen, each with its own name and example addresses', () => {
    expect(templates.length).toBeGreaterThanOrEqual(24);
    expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
    expect(templates.filter(({ urls }) => urls.length < 5).map(({ id }) => id)).toEqual([]);
  });

  it('offers only rules that an owner may write', () => {
    const refused = templates.flatMap(({ id, content }) => {
      const reading = readSnippet(content);
      return reading.is === 'read' ? [] : reading.faults.map((fault) => ({ id, ...fault }));
    });
    expect(refused).toEqual([]);
  });

  it.each(templates.map((template) => [template.id, template] as const))(
    'rewrites every address of %s to what the app expects',
    async (id, { urls }) => {
      const seen: string[] = [];
      for (const { url } of urls) seen.push(`${url} → ${summaryOf(await nginx.request(`${id}.test`, url))}`);
      expect(seen).toEqual(urls.map(({ url, becomes }) => `${url} → ${expected(becomes)}`));
    },
  );

  it.each(templates.filter(({ id }) => id !== 'laravel-public-folder').map(({ id }) => id))(
    'serves existing files unchanged under %s',
    async (id) => {
      expect(summaryOf(await nginx.request(`${id}.test`, '/there/page-1-1.html?a=1'))).toBe(
        'file /there/page-1-1.html',
      );
    },
  );

  it('serves no page of the static cache to a signed-in visitor', async () => {
    const request = (cookie: string) =>
      nginx.request('wordpress-static-cache.test', '/2024/05/kept/', { cookie });
    expect(summaryOf(await request('a=1'))).toBe('file /wp-content/cache/all/2024/05/kept/index.html');
    expect(summaryOf(await request('a=1; wordpress_logged_in_x=anna'))).toBe('/index.php');
  });
});
