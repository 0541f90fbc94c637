import { chown, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SiteConfig } from '@sitedeck/contract';
import { isolationHere } from '#system/process/identity';
import { DEFAULT_DOCUMENTS, type NodeSite } from '#system/site/site';
import { requestSite, testSite, type SiteReply, type TestNode } from './node-engines';
import { commandLine } from '#system/process/pid-file';
import { findProcesses } from './find-processes';

const NUMBERS = { netone: 0, nettwo: 1 } as const;
type Code = keyof typeof NUMBERS;

/** Code of a page that runs these statements. */
export const aspxPage = (code: string): string => `<%@ Page Language="C#" %><% ${code} %>`;
/** Code of a page that prints the value of a C# expression. */
export const pageThatPrints = (words: string): string => aspxPage(`Response.Write(${words});`);

const siteOf = (node: TestNode, code: Code, more: Partial<SiteConfig>): NodeSite => ({
  ...testSite(code, node.uid(NUMBERS[code])),
  ...SiteConfig.parse({ language: 'NET', documents: DEFAULT_DOCUMENTS.NET }),
  ...more,
});

export interface NetSites {
  site(code: Code, more?: Partial<SiteConfig>): NodeSite;
  /** Writes a file below `wwwroot` as the host; it gets its name in one step. */
  put(code: Code, path: string, text: string): Promise<void>;
  visit(path: string, code?: Code, method?: string): Promise<SiteReply>;
  body(path: string, code?: Code): Promise<string>;
  /** Processes of a site's server, without those of its cage. */
  servers(code: Code): Promise<readonly number[]>;
  inForce(...sites: NodeSite[]): Promise<void>;
}

/** .NET sites of a node, and requests of their visitors. */
export function netSites(node: TestNode): NetSites {
  const visit: NetSites['visit'] = (path, code = 'netone', method = 'GET') =>
    requestSite({ port: node.port, host: `${code}.localhost`, path, method });
  const own = async (code: Code, path: string) => {
    const uid = node.uid(NUMBERS[code]);
    if (isolationHere().is === 'separate') await chown(path, uid, uid);
  };
  return {
    site: (code, more = {}) => siteOf(node, code, more),
    visit,
    put: async (code, path, text) => {
      const [file, part] = [join(node.root(code), 'wwwroot', path), join(node.root(code), 'data/part')];
      await mkdir(dirname(file), { recursive: true });
      await own(code, dirname(file));
      await writeFile(part, text, { mode: 0o644 });
      await own(code, part);
      await rename(part, file);
    },
    body: async (path, code) => (await visit(path, code)).body,
    servers: async (code) => {
      const found = await findProcesses(`--root=${join(node.root(code), 'wwwroot')}`);
      const lines = await Promise.all(found.map(commandLine));
      return found.filter((_, index) => !lines[index]?.includes('bwrap'));
    },
    inForce: async (...sites) => {
      node.sites = sites;
      const { refused } = await node.hosts.applySites();
      if (refused.length > 0) throw new Error(JSON.stringify(refused));
    },
  };
}
