import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { killGroup, run, start } from '#system/process/exec';
import { freePort } from './free-port';

/** Parameters that a script would have received. */
export const SeenRequest = z.object({
  script: z.string(),
  query: z.string(),
  pathInfo: z.string(),
  uri: z.string(),
});
export type SeenRequest = z.infer<typeof SeenRequest>;

export interface RewriteSite {
  /** Lower-case letters, digits and hyphens; it answers to `<name>.test` and `www.<name>.test`. */
  readonly name: string;
  readonly content: string;
  /** Paths below its root; each file contains its own path as text. */
  readonly files: readonly string[];
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Replaces PHP: replies with the request that it received. */
async function echoServer(): Promise<{ server: Server; port: number }> {
  const server = createServer(({ headers }, reply) => {
    const text = (name: string) => String(headers[name] ?? '');
    const seen: SeenRequest = {
      script: text('x-script'),
      query: text('x-query'),
      pathInfo: text('x-path-info'),
      uri: text('x-uri'),
    };
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(seen));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0 };
}

/** The configuration around an owner's rules on a site, with an echo server instead of PHP. */
const serverOf = (site: RewriteSite, { root, port, echo }: { root: string; port: number; echo: number }) => `
server {
  listen 127.0.0.1:${port};
  server_name ${site.name}.test *.${site.name}.test;
  absolute_redirect off;
  root ${root};
  ${/^\s*index\s/m.test(site.content) ? '' : 'index index.php index.html;'}
${site.content}
  location ~ /\\.(?!well-known(?:/|$)) { return 404; }
  location ~ [^/]\\.php(?:/|$) {
    fastcgi_split_path_info ^(.+?\\.php)(/.*)$;
    set $site_path_info $fastcgi_path_info;
    try_files $fastcgi_script_name =404;
    proxy_set_header X-Script $fastcgi_script_name;
    proxy_set_header X-Query $args;
    proxy_set_header X-Path-Info $site_path_info;
    proxy_set_header X-Uri $request_uri;
    proxy_pass http://127.0.0.1:${echo};
  }
  location ~* \\.(?:php\\d?|phtml|phar|inc|aspx?|config)(?:/|$) { return 404; }
  ${/^\s*location \/ \{/m.test(site.content) ? '' : 'location / { try_files $uri $uri/ =404; }'}
}`;

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((name) => `${name}_temp_path temp-${name};`)
  .join(' ');

/** One real nginx with a server for each set of rules. */
export class RewriteNginx {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly ends: () => void,
  ) {}

  static async start(sites: readonly RewriteSite[]): Promise<RewriteNginx> {
    const folder = await mkdtemp(join(tmpdir(), 'sitedeck-rewrite-'));
    const [{ server, port: echo }, port] = [await echoServer(), await freePort()];
    const servers: string[] = [];
    for (const site of sites) {
      const root = join(folder, 'roots', site.name);
      await mkdir(root, { recursive: true });
      for (const file of site.files) {
        await mkdir(dirname(join(root, file)), { recursive: true });
        await writeFile(join(root, file), file);
      }
      servers.push(serverOf(site, { root, port, echo }));
    }
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const text = `${user} worker_processes 1; daemon off; pid nginx.pid; error_log error.log;
events { worker_connections 512; }
http { include /etc/nginx/mime.types; default_type application/octet-stream; access_log off; ${temporary}
  server_names_hash_bucket_size 256; variables_hash_max_size 4096; types_hash_max_size 4096; server_names_hash_max_size 4096;
  ${servers.join('\n')} }`;
    await writeFile(join(folder, 'nginx.conf'), text);
    const command = { file: 'nginx', args: ['-e', 'error.log', '-p', folder, '-c', 'nginx.conf'] };
    const checked = await run({ ...command, args: ['-t', '-q', ...command.args] });
    if (checked.code !== 0) {
      server.close();
      await rm(folder, { recursive: true });
      throw new Error(checked.stderr);
    }
    const child = start(command, { stdio: 'ignore' });
    const ends = () => {
      killGroup(child.pid, 'SIGKILL');
      server.close();
    };
    const nginx = new RewriteNginx(folder, port, ends);
    await nginx.answers();
    return nginx;
  }

  private async answers(): Promise<void> {
    for (let tries = 0; tries < 200; tries += 1) {
      const reply = await this.request('nobody.test', '/').catch(() => undefined);
      if (reply) return;
      await sleep(25);
    }
    throw new Error('nginx does not answer');
  }

  request(host: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const to = { host: '127.0.0.1', port: this.port, path, headers: { ...headers, host }, agent: false };
    return new Promise((resolve, reject) => {
      const asking = request(to, (reply) => {
        let body = '';
        reply.setEncoding('utf8').on('data', (part: string) => (body += part));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }));
      });
      asking.on('error', reject).end();
    });
  }

  async close(): Promise<void> {
    this.ends();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Summary of a reply: `/index.php [/path] ?a=1`, `file /a.css`, `301 /to`, `404`. */
export function summaryOf(reply: Reply): string {
  if (reply.status >= 300) {
    return `${reply.status} ${reply.headers.location ?? ''}`.trim();
  }
  if (!String(reply.headers['content-type']).startsWith('application/json')) return `file ${reply.body}`;
  const { script, query, pathInfo } = SeenRequest.parse(JSON.parse(reply.body));
  return [script, pathInfo && `[${pathInfo}]`, query && `?${query}`].filter(Boolean).join(' ');
}
