// A provider's portal, as small as it can be: it serves its own pages and gets embed tokens with its key.
//   SITEDECK_CONSOLE  origin of the console, as https://console.example
//   SITEDECK_PROVIDER provider listener, as http://127.0.0.1:8090
//   SITEDECK_KEY      key of scope `tokens`; it never reaches a browser
//   ACCOUNT, HOST     whose files are shown; a real portal takes them from its own session
//   PORT              where the portal listens (3100); ORIGIN as the browser sees it
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const { SITEDECK_CONSOLE, SITEDECK_PROVIDER, SITEDECK_KEY, ACCOUNT, HOST, PORT = '3100' } = process.env;
const ORIGIN = process.env.ORIGIN ?? `http://127.0.0.1:${PORT}`;
const PUBLIC = process.argv[2] ?? join(import.meta.dirname, 'public');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Five minutes, one remote, one host, this origin. A real portal first checks that its visitor may have it. */
async function embedToken(remote) {
  const reply = await fetch(`${SITEDECK_PROVIDER}/provider/embed-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SITEDECK_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountCode: ACCOUNT, hostCode: HOST, remote, origin: ORIGIN }),
  });
  if (!reply.ok) throw new Error(`no token: ${reply.status} ${await reply.text()}`);
  return (await reply.json()).res.token;
}

async function page(path) {
  const file = join(PUBLIC, normalize(path === '/' ? '/index.html' : path));
  const text = await readFile(file, 'utf8');
  return { type: TYPES[extname(file)] ?? 'text/plain', text: text.replaceAll('%CONSOLE%', SITEDECK_CONSOLE) };
}

const server = createServer(async (request, reply) => {
  const { pathname, searchParams } = new URL(request.url, ORIGIN);
  try {
    // Another site can't set this header without a preflight, so it can't request a token with this visitor's cookies.
    if (request.method === 'POST' && pathname === '/token' && request.headers['x-portal'] === '1') {
      const token = await embedToken(searchParams.get('remote') ?? '');
      reply.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      reply.end(JSON.stringify({ token }));
      return;
    }
    const { type, text } = await page(pathname);
    reply.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
    reply.end(text);
  } catch (error) {
    console.error(error.message);
    reply.writeHead(error.code === 'ENOENT' ? 404 : 502).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The portal is at ${ORIGIN}`));
