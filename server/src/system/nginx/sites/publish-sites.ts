import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigFiles } from '#system/disk/generations';
import type { NodeSite } from '#system/site/site';
import type { NginxEngine } from '../engine';
import type { Instance } from '../instance';
import { EngineRefusal, publishNginx } from '../publish';
import { hostFileNames } from './host-conf-files';
import type { SitesRendering } from './sites-conf';

type RefusedSites = SitesRendering['refused'];

export interface SitesInForce {
  readonly changed: boolean;
  /** Hosts whose new configuration was refused, and why. */
  readonly refused: RefusedSites;
}

/** A host's live files. */
async function filesInForce(current: string, hostCode: string): Promise<Map<string, string>> {
  const kept = new Map<string, string>();
  for (const name of hostFileNames(hostCode)) {
    const text = await readFile(join(current, name), 'utf8').catch(() => undefined);
    if (text !== undefined) kept.set(name, text);
  }
  return kept;
}

/** Whether these files of a host are live: then nginx has already accepted them. */
export async function areInForce(current: string, hostCode: string, files: ConfigFiles): Promise<boolean> {
  const now = await filesInForce(current, hostCode);
  return now.size > 0 && hostFileNames(hostCode).every((name) => files.get(name) === now.get(name));
}

function without(files: ConfigFiles, hostCode: string): Map<string, string> {
  const rest = new Map(files);
  for (const name of hostFileNames(hostCode)) rest.delete(name);
  return rest;
}

const NAMED = / in hosts\/([a-z0-9]+)\.(?:conf|site|edge):\d+$|certificates\/([a-z0-9]+)\/[a-z]+\.pem/;

/** The host whose file nginx names in its refusal, with the reason; nginx names one file at a time. */
function namedHost(error: unknown, sites: readonly NodeSite[]): RefusedSites[number] | undefined {
  if (!(error instanceof EngineRefusal)) return undefined;
  for (const reason of error.lines) {
    const [, configured, certified] = NAMED.exec(reason) ?? [];
    const code = configured ?? certified;
    const site = code === undefined ? undefined : sites.find((one) => one.hostCode === code);
    if (site) return { site, reason };
  }
  return undefined;
}

/**
 * The files that nginx has to check if only files named `written` differ from the live ones: those of the changed
 * hosts and what surrounds all hosts. The hosts' files do not depend on each other. Undefined if the surroundings
 * changed.
 */
function changedHosts(files: ConfigFiles, codes: readonly string[]) {
  return (written: readonly string[]): ConfigFiles | undefined => {
    const changed = new Set(written);
    const part = new Map(files);
    for (const code of codes) {
      const names = hostFileNames(code);
      const isChanged = names.some((name) => changed.has(name));
      for (const name of names) {
        changed.delete(name);
        if (!isChanged) part.delete(name);
      }
    }
    return changed.size === 0 ? part : undefined;
  };
}

/**
 * Publishes the sites of a node. A host whose configuration is refused keeps its last good one, or is left
 * out if that is refused too. Changes of other hosts are applied.
 */
export async function publishSites(
  engine: NginxEngine,
  instance: Instance,
  { sites, rendering }: { readonly sites: readonly NodeSite[]; readonly rendering: SitesRendering },
): Promise<SitesInForce> {
  let files: ConfigFiles = rendering.files;
  const refused = new Map<string, RefusedSites[number]>();
  const codes = sites.map(({ hostCode }) => hostCode);
  const fallBack = async ({ site, reason }: RefusedSites[number]) => {
    const { hostCode } = site;
    const isFirst = !refused.has(hostCode);
    files = without(files, hostCode);
    if (!isFirst) return;
    refused.set(hostCode, { site, reason });
    files = new Map([...files, ...(await filesInForce(instance.current, hostCode))]);
  };
  for (const one of rendering.refused) await fallBack(one);
  // Each round replaces or drops a file, so the loop ends.
  for (let turns = 0; ; turns++) {
    try {
      // After a refusal nginx checks all: the reason may be a file outside, such as a certificate.
      const partToCheck = refused.size === 0 ? changedHosts(files, codes) : undefined;
      const changed = await publishNginx(engine, instance, { files, partToCheck });
      return { changed, refused: [...refused.values()] };
    } catch (error) {
      const named = namedHost(error, sites);
      if (!named || turns > 2 * sites.length) throw error;
      await fallBack(named);
    }
  }
}
