import {
  addMime,
  addRedirect,
  addRedirects,
  clearConfig,
  compareConfig,
  listConfigVersions,
  listMimeTypes,
  listRedirects,
  orderRedirects,
  readConfig,
  readErrorPage,
  readHomePage,
  readText,
  removeMime,
  removeRedirect,
  revertConfig,
  setDefaultHomePage,
  setErrorPage,
  SiteConfig,
  testRedirect,
  unsetErrorPage,
  type CallShape,
  type Redirect,
} from '@sitedeck/contract';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Version {
  readonly document: SiteConfig;
  readonly operator: string;
  readonly action: string;
  readonly at: string;
}

class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly reason: string,
    message = `refused: ${reason}`,
  ) {
    super(message);
  }
}

interface Asked {
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  /** Last part of the path. */
  readonly last: string;
}

const STANDARD = ['index.html', 'index.php'];
const first = () => SiteConfig.parse({ language: 'PHP', documents: STANDARD });

const linesOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((part: unknown) => (typeof part === 'string' ? part : JSON.stringify(part))).join('\n')
    : JSON.stringify(value);

const differencesOf = (before: SiteConfig, after: SiteConfig) =>
  (['documents', 'redirects', 'mime', 'errorPage'] as const)
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: linesOf(before[field]), after: linesOf(after[field]) }));

/** Calls of further pages. */
export type MoreCalls = (parts: {
  readonly now: () => SiteConfig;
  readonly change: (
    action: string,
    make: (document: SiteConfig, asked: Asked) => Partial<SiteConfig>,
  ) => (asked: Asked) => { readonly version: number };
  readonly stamped: <Part extends object>(part: Part) => Part & { readonly version: number };
}) => readonly (readonly [CallShape, (asked: Asked) => unknown])[];

/** The configuration of one site by the calls of the contract, over real HTTP; each reply is held to its schema. */
export async function openEnvServer(more: MoreCalls = () => []) {
  const site = {
    files: new Map<string, string>([['/wwwroot/index.html', '<h1>home</h1>']]),
    tasks: [] as object[],
    /** Paths of the calls that changed something, in order. */
    changed: [] as string[],
    /** By path: calls there are refused with this until it is taken out. */
    refuse: new Map<string, Refusal>(),
  };
  let versions: Version[] = [];
  const write = (document: SiteConfig, action: string, operator = 'demo') =>
    versions.push({ document: SiteConfig.parse(document), action, operator, at: '2026-11-21T01:12:00.000Z' });
  const now = () => versions.at(-1)?.document ?? first();
  const reset = () => {
    versions = [];
    write(first(), 'createHost', 'bootstrap');
    site.files = new Map([['/wwwroot/index.html', '<h1>home</h1>']]);
    site.tasks.length = 0;
    site.changed.length = 0;
    site.refuse.clear();
  };
  reset();

  const change = (action: string, make: (document: SiteConfig, asked: Asked) => Partial<SiteConfig>) => {
    return (asked: Asked) => {
      const base = asked.query.get('version');
      if (base !== null && Number(base) !== versions.length) throw new Refusal('409', 'config-newer');
      write({ ...now(), ...make(now(), asked) }, action);
      return { version: versions.length };
    };
  };
  const row = (version: number) => {
    const found = versions[version - 1];
    if (!found) throw new Refusal('404', 'config-version-gone');
    const { document, operator, action, at } = found;
    return { version, document, operator, action, at };
  };
  const exists = (name: string) => site.files.has(`/wwwroot/${name}`);
  const stamped = <Part extends object>(part: Part) => ({ ...part, version: versions.length });

  const calls: ReturnType<MoreCalls> = [
    ...more({ now, change, stamped }),
    [readConfig, () => ({ ...row(versions.length), image: '{}' })],
    [
      listConfigVersions,
      ({ body: { page, size } }) => {
        const rows = versions.map((_version, index) => {
          const { document, ...facts } = row(index + 1);
          const before = versions[index - 1]?.document;
          return { ...facts, role: 'USER', differences: before ? differencesOf(before, document) : [] };
        });
        const from = (Number(page ?? 1) - 1) * Number(size ?? 20);
        return { versions: rows.reverse().slice(from, from + Number(size ?? 20)), total: rows.length };
      },
    ],
    [compareConfig, ({ body }) => ({ differences: differencesOf(now(), row(Number(body['to'])).document) })],
    [revertConfig, change('revertConfig', (_now, { last }) => row(Number(last)).document)],
    [clearConfig, change('clearConfig', first)],
    [
      readHomePage,
      () =>
        stamped({
          documents: now().documents.map((name) => ({ name, exists: exists(name) })),
          standard: STANDARD,
        }),
    ],
    [
      setDefaultHomePage,
      change('setDefaultHomePage', (_now, { body }) => ({ documents: body['docs'] as string[] })),
    ],
    [listRedirects, () => stamped({ redirects: now().redirects })],
    [
      addRedirect,
      change('addRedirect', ({ redirects }, { body }) => ({
        redirects: [...redirects, body as unknown as Redirect],
      })),
    ],
    [
      addRedirects,
      change('addRedirects', ({ redirects }, { body }) => ({
        redirects: [...(body['replace'] === true ? [] : redirects), ...(body['redirects'] as Redirect[])],
      })),
    ],
    [
      removeRedirect,
      change('removeRedirect', ({ redirects }, { body }) => ({
        redirects: redirects.filter(({ source }) => source !== body['source']),
      })),
    ],
    [
      orderRedirects,
      change('orderRedirects', ({ redirects }, { body }) => ({
        redirects: (body['sources'] as string[]).flatMap((source) =>
          redirects.filter((redirect) => redirect.source === source),
        ),
      })),
    ],
    [
      testRedirect,
      ({ body }) => {
        const found = now().redirects.find(({ source }) => source === body['url']);
        return {
          steps: found ? [{ url: found.source, source: found.source, to: found.target }] : [],
          end: found ? 'elsewhere' : 'here',
        };
      },
    ],
    [readErrorPage, () => stamped({ page: now().errorPage, exists: true })],
    [
      setErrorPage,
      change('setErrorPage', (_now, { body }) => ({
        errorPage: SiteConfig.shape.errorPage.parse({
          is: 'path' in body ? 'file' : 'text',
          ...body,
        }),
      })),
    ],
    [unsetErrorPage, change('unsetErrorPage', () => ({ errorPage: null }))],
    [
      listMimeTypes,
      () =>
        stamped({
          types: [
            { extension: 'html', mimeType: 'text/html', from: 'server' },
            { extension: 'png', mimeType: 'image/png', from: 'server' },
            ...now().mime.map((type) => ({ ...type, from: 'site' })),
          ],
        }),
    ],
    [
      addMime,
      change('addMime', ({ mime }, { body }) => ({
        mime: [...mime, { extension: String(body['extension']), mimeType: String(body['mimeType']) }],
      })),
    ],
    [
      removeMime,
      change('removeMime', ({ mime }, { body }) => ({
        mime: mime.filter(({ extension }) => extension !== body['extension']),
      })),
    ],
    [
      readText,
      ({ body }) => {
        const content = site.files.get(String(body['path']));
        if (content === undefined) throw new Refusal('404', 'no-such-file', 'no such file');
        return {
          content,
          encoding: 'utf-8',
          bom: false,
          size: content.length,
          mtime: 0,
          version: '0'.repeat(64),
        };
      },
    ],
  ];

  function answer(path: string, asked: Asked): unknown {
    if (path.startsWith('/api/task/queryList/')) return site.tasks;
    const found = calls.find(([{ path: template }]) => template.replace(/\{\w+\}$/, asked.last) === path);
    if (!found) throw new Refusal('404', 'not-found');
    const [def, reply] = found;
    const refusal = site.refuse.get(def.path);
    if (refusal) throw refusal;
    if (def.effect === 'change') site.changed.push(path);
    return reply(asked);
  }

  const server = createServer((request, response) => void tell(request, response));
  async function tell(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allow(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let text = '';
    for await (const bytes of request) text += String(bytes);
    const url = new URL(request.url ?? '/', 'http://site');
    try {
      const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
      const last = url.pathname.split('/').at(-1) ?? '';
      const res = answer(url.pathname, { query: url.searchParams, body, last });
      response.end(JSON.stringify({ code: '200', res, msg: '' }));
    } catch (error) {
      const { code, reason, message } = error instanceof Refusal ? error : new Refusal('500', String(error));
      response.end(JSON.stringify({ code, res: { reason }, msg: message }));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    site,
    reset,
    now,
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    /** Changes the configuration as another user. */
    other: (part: Partial<SiteConfig>) => write({ ...now(), ...part }, 'writeConfig', 'Li Lei'),
    refuse: (path: string, reason: string, message: string) =>
      site.refuse.set(path, new Refusal('400', reason, message)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The page under test has another origin than this server. */
function allow({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Methods', 'GET,POST');
  response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '');
}
