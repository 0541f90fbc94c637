import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shownDomain, SitePath, type ChallengeWay } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { runFileVerb } from '#files/link/file-client';
import type { FileService } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import type { DnsUpdates } from '#system/dns/updates';
import type { Dns } from '#system/dns/resolver';

/** What proves control of a domain, and where it has to be found. */
export interface Answer {
  /** Without `*.`. */
  readonly domain: string;
  /** Letters, digits, `_` and `-`; the name of the file. */
  readonly token: string;
  readonly content: string;
}

/** Puts an answer where the authority looks for it; the result removes it again. */
export type PutAnswer = (host: HostFacts, answer: Answer) => Promise<() => Promise<void>>;

export interface ChallengeParts {
  /** Folder of the node's own answers. */
  readonly challenges: string;
  readonly files: FileService;
  /** Undefined: the operator has named no DNS server that takes updates. */
  readonly updates: DnsUpdates | undefined;
  readonly dns: Dns;
}

const SITE_FOLDER = '/wwwroot/.well-known/acme-challenge';
/** Why a host's child can not write, of which the owner learns the same: the folder is protected. */
const PROTECTED = new Set(['not-allowed', 'protected', 'read-only-place', 'not-a-folder']);

/** The node answers itself, so the web server has to read the file. */
const putOnNode =
  ({ challenges }: ChallengeParts): PutAnswer =>
  async (_host, { token, content }) => {
    const file = join(challenges, token);
    await writeFile(file, content, { mode: 0o644 });
    return () => rm(file, { force: true });
  };

async function ensureFolder(files: FileService, host: HostFacts): Promise<void> {
  const target = fileTarget(host);
  for (const path of ['/wwwroot/.well-known', SITE_FOLDER])
    await runFileVerb(files, target, { verb: 'makeFolder', body: { path: SitePath.parse(path) } }).catch(
      (error: unknown) => {
        if (!(isRefusal(error) && error.reason === 'already-exists')) throw error;
      },
    );
}

/** The host's own child writes, under the host's uid and quota. */
const putInSite =
  ({ files }: ChallengeParts): PutAnswer =>
  async (host, { token, content }) => {
    const target = fileTarget(host);
    const path = SitePath.parse(`${SITE_FOLDER}/${token}`);
    try {
      await ensureFolder(files, host);
      await runFileVerb(files, target, { verb: 'writeText', body: { path, content } });
    } catch (error) {
      if (isRefusal(error) && PROTECTED.has(error.reason))
        throw new Refusal('certificate-directory-protected');
      throw error;
    }
    return async () => {
      await runFileVerb(files, target, { verb: 'removeFile', body: { path, with_self: true } });
    };
  };

const SEEN_POLL_MS = 1000;
/** Secondary servers get an update within seconds; the authority asks again by itself. */
const SEEN_TRIES = 20;

/** Waits until DNS shows the record, at most for a while. */
async function waitUntilSeen(dns: Dns, name: string, content: string): Promise<void> {
  for (let tries = 0; tries < SEEN_TRIES; tries += 1) {
    const found = await dns.txt(name);
    if (found.is === 'found' && found.values.includes(content)) return;
    await sleep(SEEN_POLL_MS);
  }
}

const putInDns =
  ({ updates, dns }: ChallengeParts): PutAnswer =>
  async (_host, { domain, content }) => {
    if (!updates) throw new Refusal('certificate-way-unavailable');
    const name = `_acme-challenge.${domain}`;
    const record = { name, content };
    const added = await updates.add(record);
    if (added.is === 'refused')
      throw new Refusal('certificate-dns-update', {
        values: { domain: shownDomain(domain), detail: added.reason },
      });
    await waitUntilSeen(dns, name, content);
    return async () => {
      await updates.remove(record);
    };
  };

export function putAnswers(parts: ChallengeParts): Readonly<Record<ChallengeWay, PutAnswer>> {
  return { automatic: putOnNode(parts), file: putInSite(parts), dns: putInDns(parts) };
}

/** Removes answers that a killed worker left: those put before `since`, ms since 1970. Tasks may already put others. */
export async function dropAnswers(challenges: string, since: number): Promise<void> {
  for (const name of await readdir(challenges)) {
    const file = join(challenges, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < since) await rm(file, { force: true });
  }
}
