import { chownSync, statSync, writeFileSync } from 'node:fs';
import { request, type Agent } from 'node:http';
import { join } from 'node:path';
import type { Product } from '../../e2e/src/product';
import type { Visitor } from './visitor';

/** A host with a site: the client that saves its settings, and the address for visitors. */
export interface OwnSite {
  readonly owner: Visitor;
  readonly port: number;
  readonly name: string;
  /** Document root. */
  readonly root: string;
}

export const siteOf = (product: Product, owner: Visitor): OwnSite => ({
  owner,
  port: product.sitesPort,
  name: `${owner.hostCode}.localhost`,
  root: join(product.data, 'hosts', owner.hostCode, 'wwwroot'),
});

/** Writes a file of the site as if its owner had uploaded it. */
export function writeSiteFile({ root }: OwnSite, name: string, content: string | Buffer): void {
  const file = join(root, name);
  const { uid, gid } = statSync(root);
  writeFileSync(file, content, { mode: 0o644 });
  chownSync(file, uid, gid);
}

/** Saves a setting; rejects if the server refuses it. @param path below `/api/vhost/` */
export async function saveSetting({ owner }: OwnSite, path: string, body: object = {}): Promise<void> {
  const reply = await fetch(`${owner.origin}/api/vhost/${path}`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  // A refusal is HTTP 200 with another code.
  if (!reply.ok || !text.includes('"code":"200"')) throw new Error(`${path}: ${reply.status} ${text}`);
}

export interface VisitedPage {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Requests a page as a visitor. Without an agent each request has its own connection. */
export function visitPage({ port, name }: OwnSite, path: string, agent?: Agent): Promise<VisitedPage> {
  const options = { host: '127.0.0.1', port, path, headers: { host: name }, agent: agent ?? false };
  return new Promise((resolve, reject) => {
    const asking = request(options, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      reply.on('error', reject);
      const type = reply.headers['content-type'] ?? '';
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, type, body }));
    });
    asking.on('error', reject);
    asking.end();
  });
}
