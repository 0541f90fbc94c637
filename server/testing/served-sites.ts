import { chown, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode, SiteConfig, type Language } from '@sitedeck/contract';
import { z } from 'zod';
import { readNodeSites } from '#sites/worker/node-sites';
import { cdnProtocol } from '#features/cdn/protocol';
import { cdnWorkerHandlers } from '#features/cdn/worker/answers';
import { statsQueries } from '#features/cdn/worker/stats-answers';
import { certificateProtocol } from '#features/certificate/protocol';
import { certificateWorkerHandlers } from '#features/certificate/worker/answers';
import type { RequestParts } from '#features/certificate/worker/request-task';
import type { ApplyReport } from '#links/worker-protocol';
import type { Db } from '#state/db';
import { servedCertificate } from '#system/certificate/served-certificate';
import { challengeFolder } from '#system/settings/paths';
import { setHostUids } from '#state/host-uids';
import { isolationHere } from '#system/process/identity';
import { connectRpc } from '#system/rpc/rpc-client';
import { serveRpc } from '#system/rpc/rpc-server';
import { Refusal } from '#faults/refusal';
import { tidyLine } from '#system/text/tidy-line';
import { makeTestApi, type TestApi, type TestApiOptions } from './api';
import { Browser, PASSWORD, Portal, type CallReply } from './browser';
import { requestSite, TestNode, type SiteReply } from './node-engines';

/** A site whose owner is signed in. */
export interface ServedSite {
  readonly code: HostCode;
  readonly owner: Browser;
  /** Posts to a call of `/api/vhost`, given its path from `config/…` or `redirect/…` on. */
  post(path: string, json?: unknown): Promise<CallReply>;
  /** The live document. */
  config(): Promise<SiteConfig>;
  /** The reply that a visitor gets. */
  visit(path: string, headers?: Record<string, string>): Promise<SiteReply>;
  /** Writes a file of the site, below `wwwroot`. */
  put(name: string, text: string): Promise<void>;
}

export interface ServedSites {
  readonly node: TestNode;
  readonly api: TestApi;
  /** The worker's side of certificates. */
  readonly requestParts: RequestParts;
  /** A new host, signed in. */
  site(name: string, language?: Language, more?: HostFields): Promise<ServedSite>;
  close(): Promise<void>;
}

const Read = z.object({ document: SiteConfig });

/** Turns the node's reply into a refusal, like the product. */
function checkOwn(hostCode: HostCode, { refused }: ApplyReport): void {
  const own = refused.find((host) => host.hostCode === hostCode);
  if (own) throw new Refusal('config-refused', { values: { engine: 'nginx', detail: own.reason } });
}

async function uidOf(api: TestApi, code: HostCode): Promise<number> {
  const rows = api.test.db.selectFrom('host').select('uid').where('code', '=', code);
  return (await rows.executeTakeFirstOrThrow()).uid;
}

const isFile = (path: string) =>
  lstat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  );

function served(node: TestNode, { code, owner, uid }: { code: HostCode; owner: Browser; uid: number }) {
  const post = (path: string, json?: unknown) =>
    owner.request(`/api/vhost/${path}`, { method: 'POST', ...(json !== undefined && { json }) });
  const own = async (path: string) => {
    if (isolationHere().is === 'separate') await chown(path, uid, uid);
  };
  return {
    code,
    owner,
    post,
    config: async () => Read.parse((await post('config/read', {})).res).document,
    visit: (path: string, headers: Record<string, string> = {}) =>
      requestSite({ port: node.port, host: `${code}.localhost`, path, headers }),
    put: async (name: string, text: string) => {
      const file = join(node.root(code), 'wwwroot', name);
      await mkdir(dirname(file), { recursive: true });
      await own(dirname(file));
      await writeFile(file, text, { mode: 0o644 });
      await own(file);
    },
  };
}

/** What the node of a test answers. */
const nodeProtocol = { ...certificateProtocol, ...cdnProtocol };

/** Fields of a new host beside name and language. */
export type HostFields = Readonly<Record<string, string>>;

/** What tests of names bring. */
export interface MoreParts {
  readonly api?: Pick<
    TestApiOptions,
    'enqueue' | 'acme' | 'dns' | 'dnsTarget' | 'icp' | 'beside' | 'countVisits'
  >;
  readonly worker?: Partial<RequestParts>;
}

const notHere = () => Promise.reject(new Refusal('engine-down'));
const NO_ANSWER = () => Promise.resolve({ is: 'failed' } as const);

/** What a node's worker does about certificates; a test brings the authority, DNS and the file service. */
const certificateParts = (
  node: TestNode,
  { db, more, fromDatabase }: { db: Db; more: Partial<RequestParts>; fromDatabase: () => Promise<void> },
): RequestParts => ({
  db,
  certificates: node.places.certificates,
  challenges: challengeFolder(node.places.challenges),
  check: (code, certificate) => node.hosts.queries.checkCertificate(code, certificate),
  applySites: async () => {
    await fromDatabase();
    return node.hosts.applySites();
  },
  authority: { open: notHere },
  updates: undefined,
  files: { call: notHere, close: () => undefined },
  dns: { ipv4: NO_ANSWER, ipv6: NO_ANSWER, caa: NO_ANSWER, txt: NO_ANSWER },
  authoritative: undefined,
  dnsTarget: { addresses: [], authorities: [] },
  httpPort: node.port,
  served: (name) => servedCertificate({ host: '127.0.0.1', port: node.tlsPort, name }),
  pause: (ms) => sleep(ms),
  now: Date.now,
  ...more,
});

/** The API with a real nginx and php-fpm: visitors see the effect of a call. */
export async function serveSites(more: MoreParts = {}): Promise<ServedSites> {
  const node = await TestNode.make();
  const fromDatabase = async () => {
    node.sites = await readNodeSites(api.test.db, 'local');
  };
  const socket = join(node.places.run, 'certificates.sock');
  const link = connectRpc(nodeProtocol, socket);
  const api: TestApi = await makeTestApi({
    work: {
      provisionHost: async (code) => {
        await fromDatabase();
        checkOwn(code, await node.hosts.provisionHost(code));
      },
      removeHost: (code) => node.hosts.removeHost(code),
      checkSite: async (code, document) => {
        await fromDatabase();
        await node.hosts.queries.checkSite(code, document);
      },
      applySites: async (code) => {
        await fromDatabase();
        checkOwn(code, await node.hosts.applySites());
      },
    },
    runtimes: () => Promise.resolve(node.hosts.queries.runtimes()),
    phpReport: (code) => node.hosts.queries.phpReport(code),
    mimeTypes: () => node.hosts.queries.mimeTypes(),
    testRule: async (question) => {
      await fromDatabase();
      return node.hosts.queries.testRule(question);
    },
    certificates: link,
    pages: link,
    ...more.api,
    readLog: {
      window: async (host, { log, offset, bytes }) => {
        const name = log === 'php' ? 'php-error.log' : 'error.log';
        const text = await readFile(join(node.root(host.code), 'logs', name), 'latin1');
        const from = offset < 0 ? Math.max(0, text.length + offset) : offset;
        if (from > text.length) return undefined;
        return { bytes: text.slice(from, from + bytes), from, size: text.length };
      },
      tidy: tidyLine(node.places),
    },
    areSiteFiles: (host, paths) =>
      Promise.all(paths.map((path) => isFile(join(node.root(host.code), 'wwwroot', path)))),
  });
  const certificateSide = certificateParts(node, {
    db: api.test.db,
    more: more.worker ?? {},
    fromDatabase,
  });
  const worker = await serveRpc({
    protocol: nodeProtocol,
    handlers: {
      ...certificateWorkerHandlers(certificateSide),
      ...statsQueries({ logs: { folder: (code) => join(node.root(code), 'logs') } }),
      ...cdnWorkerHandlers({
        edge: node.hosts.edge,
        readNodeSites: () => readNodeSites(api.test.db, 'local'),
      }),
    },
    socket,
    onBug: (method, error) => console.error(method, error),
  });
  await setHostUids(api.test.db, node.hostUids);
  const portal = new Portal(api);
  await node.hosts.begin();
  await node.startEngines();
  const accountCode = await portal.account();
  return {
    node,
    api,
    requestParts: certificateSide,
    site: async (name, language = 'PHP', fields = {}) => {
      const code = HostCode.parse(await portal.host(accountCode, name, { language, ...fields }));
      const owner = new Browser(api, { 'accept-language': 'en' });
      await owner.login(name, PASSWORD);
      return served(node, { code, owner, uid: await uidOf(api, code) });
    },
    close: async () => {
      link.close();
      await worker.close();
      await api.close();
      await node.close();
    },
  };
}
