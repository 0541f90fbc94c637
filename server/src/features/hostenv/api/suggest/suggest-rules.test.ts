import { createServer, type Server, type ServerResponse } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { z } from 'zod';
import { chatModel } from '#system/egress/chat-model';
import { isRefusal } from '#faults/refusal';
import { RewriteNginx, summaryOf } from '#testing/rewrite-nginx';
import { templates } from '../templates';
import { suggestRules } from './suggest-rules';

const contentOf = async (text: string) => (await suggestRules({ text, locale: 'zh-CN' })).content;
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (isRefusal(error) ? error.reason : String(error)),
  );

const NAMED: readonly (readonly [string, string])[] = [
  ['WordPress 伪静态', 'wordpress'],
  ['wordpress multisite', 'wordpress-multisite'],
  ['WordPress 子目录', 'wordpress-folder'],
  ['Discuz伪静态规则', 'discuz'],
  ['laravel', 'laravel'],
  ['请给我 ThinkPHP 的规则', 'thinkphp'],
  ['thinkphp pathinfo', 'thinkphp-path-info'],
  ['织梦', 'dedecms'],
  ['帝国cms', 'empirecms'],
  ['苹果CMS', 'maccms'],
  ['rules for Drupal 10 please', 'drupal'],
  ['Vue history 模式', 'spa'],
  ['react router', 'spa'],
  ['nextcloud', 'nextcloud'],
  ['CodeIgniter 4', 'codeigniter'],
  ['Z-Blog', 'zblog'],
];

/** A request in words, an address, and what the address is rewritten to. */
const COMPOSED: readonly (readonly [string, string, string, Readonly<Record<string, string>>?])[] = [
  ['把 /news/12 变成 /index.php?id=12', '/news/345?x=1', '/index.php ?id=345&x=1'],
  ['把 /news/12.html 变成 /index.php?m=news&id=12', '/news/7.html', '/index.php ?m=news&id=7'],
  ['/user/{name} -> /index.php?u={name}', '/user/anna', '/index.php ?u=anna'],
  ['rewrite /list/3/2 to /index.php?cat=3&page=2', '/list/8/9', '/index.php ?cat=8&page=9'],
  ['http 跳 https', '/a?b=1', '301 https://SITE/a?b=1'],
  ['force https', '/a', '301 https://SITE/a'],
  ['www 跳到裸域', 'www.SITE/a?b=1', '301 http://SITE/a?b=1'],
  ['www to non-www', '/there.html', 'file /there.html'],
  ['裸域跳到 www', '/a', '301 http://www.SITE/a'],
  ['禁止 uploads 目录执行 php', '/uploads/x/a.php', '403'],
  ['禁止 uploads 目录执行 php', '/index.php', '/index.php'],
  ['disable php in wp-content/uploads', '/wp-content/uploads/a.php/x', '403'],
  ['301 /old to /new', '/old?a=1', '301 /new?a=1'],
  ['302 /old 跳转到 https://example.com/new', '/old', '302 https://example.com/new'],
  ['/a/5 跳转到 /b/5', '/a/77', '301 /b/77'],
  ['防盗链，只允许 mine.example', '/a.png', '403', { referer: 'https://thief.example/' }],
  ['防盗链，只允许 mine.example', '/a.png', 'file /a.png', { referer: 'https://www.mine.example/' }],
  ['禁止访问 /private', '/private/a.txt', '403'],
  ['禁止 IP 127.0.0.0/8', '/there.html', '403'],
  ['404 页面用 /missing.html', '/none', '404'],
  ['图片缓存 30 天', '/a.png', 'file /a.png'],
  ['allow CORS', '/there.html', 'file /there.html'],
  ['Redirect 301 /x /y', '/x/1', '301 /y/1'],
  ['RewriteEngine On\nRewriteRule ^p/(\\d+)$ index.php?p=$1 [L]', '/p/5', '/index.php ?p=5'],
];

describe('a suggestion without a model', () => {
  let nginx: RewriteNginx;
  beforeAll(async () => {
    const contents = await Promise.all(COMPOSED.map(([text]) => contentOf(text)));
    const files = [
      '/index.php',
      '/there.html',
      '/a.png',
      '/private/a.txt',
      '/missing.html',
      '/uploads/x/a.php',
    ];
    nginx = await RewriteNginx.start(contents.map((content, at) => ({ name: `s${at}`, content, files })));
  });
  afterAll(() => nginx?.close());

  it.each(NAMED)('finds for %s the template %s', async (text, id) => {
    const template = templates.find((one) => one.id === id);
    expect(await suggestRules({ text, locale: 'zh-CN' })).toEqual({
      content: template?.content,
      notConverted: [],
      by: 'template',
    });
  });

  it('generates rules that do what a description requests', async () => {
    const seen: string[] = [];
    for (const [at, [text, sendRequest, , headers]] of COMPOSED.entries()) {
      const [, host = '', path = ''] = /^([^/]*)(\/.*)$/.exec(sendRequest) ?? [];
      const reply = await nginx.request(host.replace('SITE', `s${at}.test`) || `s${at}.test`, path, headers);
      seen.push(`${text}: ${sendRequest} → ${summaryOf(reply).replaceAll(`s${at}.test`, 'SITE')}`);
    }
    expect(seen).toEqual(
      COMPOSED.map(([text, sendRequest, becomes]) => `${text}: ${sendRequest} → ${becomes}`),
    );
  });

  it('converts an .htaccess file and reports its unconverted lines in the user’s language', async () => {
    const text = 'RewriteEngine On\nRewriteRule ^a$ /b [L]\nphp_value upload_max_filesize 64M\n';
    const zh = await suggestRules({ text, locale: 'zh-CN' });
    expect(zh.by).toBe('converter');
    expect(zh.notConverted).toEqual([
      { line: 3, text: 'php_value upload_max_filesize 64M', reason: 'PHP 设置在「PHP 管理」页面修改' },
    ]);
    const en = await suggestRules({ text, locale: 'en-US' });
    expect(en.notConverted[0]?.reason).toBe('PHP is set on the "PHP management" page');
  });

  it.each([
    '',
    '你好',
    'what is the weather',
    '/a',
    '把 /x 变成 /../etc/passwd',
    'a'.repeat(100_000),
    '}{;\n\u0000',
  ])('refuses a text that it does not understand: %j', async (text) =>
    expect(await reasonOf(suggestRules({ text, locale: 'zh-CN' }))).toBe('suggestion-unclear'),
  );
});

const ModelRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

describe('a suggestion by a model', () => {
  let server: Server;
  let url = '';
  let answer: (reply: ServerResponse) => void;
  const requests: { path: string; key: string; body: z.infer<typeof ModelRequest> }[] = [];

  const says = (content: unknown) => (reply: ServerResponse) =>
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));

  beforeAll(async () => {
    server = createServer((request, reply) => {
      void bodyOf(request).then((body) => {
        const { url: path = '', headers } = request;
        requests.push({ path, key: headers.authorization ?? '', body: ModelRequest.parse(JSON.parse(body)) });
        answer(reply);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`;
  });
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );

  const model = (patienceMs = 10_000) => chatModel({ url, key: 'k-1', model: 'm-1', patienceMs });
  const sendRequest = (text: string, patienceMs?: number) =>
    suggestRules({ text, locale: 'en-US', model: model(patienceMs) });

  it('takes the model’s rules without their code fence, if the owner could have written them', async () => {
    answer = says('Here you are:\n```nginx\nrewrite ^/x$ /index.php?x=1 last;\n```\nEnjoy!');
    expect(await sendRequest('wordpress')).toEqual({
      content: 'rewrite ^/x$ /index.php?x=1 last;\n',
      notConverted: [],
      by: 'model',
    });
    const [last] = requests.slice(-1);
    expect(last).toMatchObject({ path: '/v1/chat/completions', key: 'Bearer k-1', body: { model: 'm-1' } });
    expect(last?.body.messages.at(-1)?.content).toContain('try_files $uri $uri/ /index.php?$args;');
  });

  const BAD: readonly (readonly [string, (reply: ServerResponse) => void, RegExp])[] = [
    ['a way out of the site', says('try_files /../../etc/passwd =404;'), /not used \(/],
    ['another directive', says('location /x { alias /etc/; }'), /alias/],
    ['a closed server', says('}\nserver { listen 80; root /; }'), /not used \(/],
    ['a script location', says('location ~ \\.php$ { try_files $uri =404; }'), /not used \(/],
    ['words instead of rules', says('I am sorry, I can not do that.'), /not used \(/],
    ['an include', says('include /etc/passwd;'), /include/],
    ['a NUL', says('return 403;\u0000'), /not used \(/],
    ['nothing', says(''), /could not be read/],
    ['only comments', says('# nothing to do'), /could not be read/],
    ['a number instead of text', says(5), /could not be read/],
    ['garbage', (reply) => reply.end('<html>\u0000{{{'), /could not be read/],
    ['JSON of another shape', (reply) => reply.end('{"choices":[]}'), /could not be read/],
    ['an error', (reply) => reply.writeHead(500).end('{}'), /returned an error/],
    ['a refusal of the key', (reply) => reply.writeHead(401).end('{}'), /returned an error/],
    [
      'a redirect',
      (reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /not be reached/,
    ],
    ['a broken connection', (reply) => reply.destroy(), /not be reached/],
    [
      'half an answer',
      (reply) => void reply.writeHead(200, { 'content-length': 999 }).write('{', () => reply.destroy()),
      /not be reached/,
    ],
    ['rules without end', says('return 403;\n'.repeat(12_000)), /could not be read/],
    ['a megabyte', says(`# ${'x'.repeat(1_000_000)}`), /too long/],
  ];

  it.each(BAD)(
    'falls back to the converter, and says so, when the model sends %s',
    async (_name, reply, note) => {
      answer = reply;
      const suggestion = await sendRequest('laravel');
      expect(suggestion).toMatchObject({ by: 'template', notConverted: [] });
      expect(suggestion.content).toBe(templates.find(({ id }) => id === 'laravel')?.content);
      expect(suggestion.note).toMatch(note);
    },
  );

  it('stops waiting for a model that sends nothing, or that never stops sending', async () => {
    answer = () => undefined;
    expect((await sendRequest('laravel', 200)).note).toMatch(/in time/);
    answer = (reply) => {
      reply.writeHead(200);
      const drip = setInterval(() => reply.write(' '), 20);
      reply.on('close', () => clearInterval(drip));
    };
    expect((await sendRequest('laravel', 300)).note).toMatch(/in time/);
    expect(await reasonOf(sendRequest('你好', 100))).toBe('suggestion-unclear');
  });
});
