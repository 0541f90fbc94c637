import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shownDomain, SitePath, type ChallengeWay } from '@sitedeck/contract';
import type { Logger } from 'pino';
import { isRefusal, Refusal } from '#faults/refusal';
import { runFileVerb } from '#files/link/file-client';
import type { FileService } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import { readHost } from '#sites/live-hosts';
import type { Db } from '#state/db';
import type { DnsUpdates, TxtRecord, UpdateResult } from '#system/dns/updates';
import type { Dns } from '#system/dns/resolver';
import { answersBefore, noteAnswer, type Answer } from './answer-notes';

export type { Answer } from './answer-notes';

/** Puts an answer where the authority looks for it; the result removes it again. */
export type PutAnswer = (host: HostFacts, answer: Answer) => Promise<() => Promise<void>>;

/** One way of proof. */
interface Way {
  readonly put: (host: HostFacts, answer: Answer) => Promise<void>;
  /** Succeeds for an absent answer. `host` is undefined if it was removed meanwhile. */
  readonly remove: (host: HostFacts | undefined, answer: Answer) => Promise<void>;
}

export interface ChallengeParts {
  /** Folder of all certificates, and of the notes about answers that are put. */
  readonly certificates: string;
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
const onNode = ({ challenges }: ChallengeParts): Way => ({
  put: (_host, { token, content }) => writeFile(join(challenges, token), content, { mode: 0o644 }),
  remove: (_host, { token }) => rm(join(challenges, token), { force: true }),
});

async function ensureFolder(files: FileService, host: HostFacts): Promise<void> {
  const target = fileTarget(host);
  for (const path of ['/wwwroot/.well-known', SITE_FOLDER])
    await runFileVerb(files, target, { verb: 'makeFolder', body: { path: SitePath.parse(path) } }).catch(
      (error: unknown) => {
        if (!(isRefusal(error) && error.reason === 'already-exists')) throw error;
      },
    );
}

const siteFile = ({ token }: Answer): SitePath => SitePath.parse(`${SITE_FOLDER}/${token}`);

/** The host's own child writes, under the host's uid and quota. */
const inSite = ({ files }: ChallengeParts): Way => ({
  put: async (host, answer) => {
    const body = { path: siteFile(answer), content: answer.content };
    try {
      await ensureFolder(files, host);
      await runFileVerb(files, fileTarget(host), { verb: 'writeText', body });
    } catch (error) {
      if (isRefusal(error) && PROTECTED.has(error.reason))
        throw new Refusal('certificate-directory-protected');
      throw error;
    }
  },
  remove: async (host, answer) => {
    if (!host) return;
    const body = { path: siteFile(answer), with_self: true };
    await runFileVerb(files, fileTarget(host), { verb: 'removeFile', body }).catch((error: unknown) => {
      if (!(isRefusal(error) && error.reason === 'no-such-file')) throw error;
    });
  },
});

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

const recordOf = ({ domain, content }: Answer): TxtRecord => ({ name: `_acme-challenge.${domain}`, content });

function refuseUnlessDone(result: UpdateResult, domain: string): void {
  if (result.is === 'refused')
    throw new Refusal('certificate-dns-update', {
      values: { domain: shownDomain(domain), detail: result.reason },
    });
}

const inDns = ({ updates, dns }: ChallengeParts): Way => ({
  put: async (_host, answer) => {
    if (!updates) throw new Refusal('certificate-way-unavailable');
    const { name, content } = recordOf(answer);
    refuseUnlessDone(await updates.add({ name, content }), answer.domain);
    await waitUntilSeen(dns, name, content);
  },
  remove: async (_host, answer) => {
    // The operator has withdrawn the server since.
    if (updates) refuseUnlessDone(await updates.remove(recordOf(answer)), answer.domain);
  },
});

const waysOf = (parts: ChallengeParts): Readonly<Record<ChallengeWay, Way>> => ({
  automatic: onNode(parts),
  file: inSite(parts),
  dns: inDns(parts),
});

/** Answers outside the node's own folder are noted until they are removed, so that none of a killed worker stays. */
export function putAnswers(parts: ChallengeParts): Readonly<Record<ChallengeWay, PutAnswer>> {
  const ways = waysOf(parts);
  const noted =
    (way: ChallengeWay): PutAnswer =>
    async (host, answer) => {
      const note = await noteAnswer(parts.certificates, { hostCode: host.code, way, answer });
      const remove = async () => {
        await ways[way].remove(host, answer);
        await note.drop();
      };
      try {
        await ways[way].put(host, answer);
      } catch (error) {
        // It may have been put although the reply was lost. What can't be put at all can't be removed either.
        await remove().catch(() => note.drop());
        throw error;
      }
      return remove;
    };
  const putOnNode: PutAnswer = async (host, answer) => {
    await ways.automatic.put(host, answer);
    return () => ways.automatic.remove(host, answer);
  };
  return { automatic: putOnNode, file: noted('file'), dns: noted('dns') };
}

interface LeftParts extends ChallengeParts {
  readonly db: Db;
  readonly log: Logger;
}

/** Removes noted answers that a killed worker left: those put before `since`, ms since 1970. What fails is tried again in the next call. */
export async function removeLeftAnswers(parts: LeftParts, since: number): Promise<void> {
  const ways = waysOf(parts);
  for (const { hostCode, way, answer, drop } of await answersBefore(parts.certificates, since)) {
    try {
      await ways[way].remove(await readHost(parts.db, hostCode), answer);
      await drop();
    } catch (err) {
      parts.log.warn(
        { err, host: hostCode, domain: answer.domain },
        'an answer to the authority was not removed',
      );
    }
  }
}

/** Removes answers that a killed worker left: those put before `since`, ms since 1970. Tasks may already put others. */
export async function dropAnswers(challenges: string, since: number): Promise<void> {
  for (const name of await readdir(challenges)) {
    const file = join(challenges, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < since) await rm(file, { force: true });
  }
}
