import { chown, mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { CdnConfig, NameSettings, type CdnRule } from '@sitedeck/contract';
import { isolationHere } from '#system/process/identity';
import type { NodeSite } from '#system/site/site';
import { TestNode, testSite, type TestNodeOptions } from './node-engines';

export interface EdgeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** False if the connection ended before the body did. */
  readonly isComplete: boolean;
}

/** A site with CDN on at `<code>.example`. */
export interface EdgeSite {
  readonly site: NodeSite;
  readonly name: string;
  put(path: string, text: string | Buffer): Promise<void>;
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<EdgeReply>;
  /** Cache states of two requests. */
  twice(path: string, headers?: Readonly<Record<string, string>>): Promise<readonly unknown[]>;
}

/** A rule that caches for an hour. */
export const cacheRule = (id: number, match: CdnRule['match'], more: Partial<CdnRule> = {}): CdnRule => ({
  ...{ id, match, edgeSeconds: 3600, browserSeconds: null, cachesPrivate: false },
  ...more,
});

function askEdge(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<EdgeReply> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent: false }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('error', () => undefined);
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('close', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          body: Buffer.concat(parts),
          isComplete: reply.complete,
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

function edgeSite(node: TestNode, site: NodeSite): EdgeSite {
  const name = `${site.hostCode}.example`;
  const ask: EdgeSite['ask'] = (path, headers = {}) => askEdge(node.port, path, { host: name, ...headers });
  const own = async (path: string) => {
    if (isolationHere().is === 'separate') await chown(path, site.uid, site.uid);
  };
  return {
    site,
    name,
    ask,
    twice: async (path, headers) => [
      (await ask(path, headers)).headers['x-cache'],
      (await ask(path, headers)).headers['x-cache'],
    ],
    put: async (path, text) => {
      const file = join(node.root(site.hostCode), 'wwwroot', path);
      await mkdir(dirname(file), { recursive: true });
      await own(dirname(file));
      await writeFile(file, text, { mode: 0o644 });
      await own(file);
    },
  };
}

export interface EdgeSites {
  readonly node: TestNode;
  readonly sites: readonly EdgeSite[];
}

export interface EdgeSitesOptions extends TestNodeOptions {
  /** Fields of every site. */
  readonly site?: Partial<NodeSite>;
}

/** A node whose sites have CDN on, with these rules. */
export async function serveEdge(
  rules: readonly CdnRule[],
  codes: readonly string[],
  { site: more = {}, ...options }: EdgeSitesOptions = {},
): Promise<EdgeSites> {
  const node = await TestNode.make(undefined, undefined, options);
  node.sites = codes.map((code, number) => {
    const name = `${code}.example`;
    return testSite(code, node.uid(number), {
      ...more,
      domains: [name],
      names: [NameSettings.parse({ name, cdn: true })],
      cdn: CdnConfig.parse({ rules }),
    });
  });
  const { refused } = await node.hosts.begin();
  if (refused.length > 0) throw new Error(JSON.stringify(refused));
  await node.startEngines();
  return { node, sites: node.sites.map((site) => edgeSite(node, site)) };
}
