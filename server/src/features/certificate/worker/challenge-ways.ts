import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shownDomain, SitePath, type ChallengeWay } from '@sitedeck/contract';
import type { Logger } from 'pino';
import { isRefusal, Refusal } from '#faults/refusal';
import { runFileVerb } from '#files/link/file-client';
import type { FileService } from '#files/link/protocol';
import { fileTargetThroughBlock } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import { readHost } from '#sites/live-hosts';
import type { Db } from '#state/db';
import type { DnsUpdates, TxtRecord, UpdateResult } from '#system/dns/updates';
import type { Dns } from '#system/dns/resolver';
import { recordResponse, responsesBefore, type ChallengeResponse } from './response-records';

export type { ChallengeResponse } from './response-records';

/** Places a challenge response; returns a function that removes it. */
export type PlaceResponse = (host: HostFacts, response: ChallengeResponse) => Promise<() => Promise<void>>;

/** One validation method. */
interface ValidationMethod {
  readonly place: (host: HostFacts, response: ChallengeResponse) => Promise<void>;
  /** Succeeds if there is no such response. `host` is undefined if it was removed meanwhile. */
  readonly remove: (host: HostFacts | undefined, response: ChallengeResponse) => Promise<void>;
}

export interface ChallengeParts {
  /** Folder of all certificates and of the records of placed responses. */
  readonly certificates: string;
  /** Folder of the responses that the node serves itself. */
  readonly challenges: string;
  readonly files: FileService;
  /** Undefined: the operator has configured no DNS server that accepts updates. */
  readonly updates: DnsUpdates | undefined;
  readonly dns: Dns;
}

const SITE_FOLDER = '/wwwroot/.well-known/acme-challenge';
/** Errors that mean the folder is protected. */
const PROTECTED = new Set(['not-allowed', 'protected', 'read-only-place', 'not-a-folder']);

/** The web server serves the file from the node's folder, so it has to be able to read it. */
const onNode = ({ challenges }: ChallengeParts): ValidationMethod => ({
  place: (_host, { token, content }) => writeFile(join(challenges, token), content, { mode: 0o644 }),
  remove: (_host, { token }) => rm(join(challenges, token), { force: true }),
});

async function ensureFolder(files: FileService, host: HostFacts): Promise<void> {
  const target = fileTargetThroughBlock(host);
  for (const path of ['/wwwroot/.well-known', SITE_FOLDER])
    await runFileVerb(files, target, { verb: 'makeFolder', body: { path: SitePath.parse(path) } }).catch(
      (error: unknown) => {
        if (!(isRefusal(error) && error.reason === 'already-exists')) throw error;
      },
    );
}

const siteFile = ({ token }: ChallengeResponse): SitePath => SitePath.parse(`${SITE_FOLDER}/${token}`);

/** The host's own child writes, under the host's uid and quota. */
const inSite = ({ files }: ChallengeParts): ValidationMethod => ({
  place: async (host, response) => {
    const body = { path: siteFile(response), content: response.content };
    try {
      await ensureFolder(files, host);
      await runFileVerb(files, fileTargetThroughBlock(host), { verb: 'writeText', body });
    } catch (error) {
      if (isRefusal(error) && PROTECTED.has(error.reason))
        throw new Refusal('certificate-directory-protected');
      throw error;
    }
  },
  remove: async (host, response) => {
    if (!host) return;
    const body = { path: siteFile(response), with_self: true };
    await runFileVerb(files, fileTargetThroughBlock(host), { verb: 'removeFile', body }).catch(
      (error: unknown) => {
        if (!(isRefusal(error) && error.reason === 'no-such-file')) throw error;
      },
    );
  },
});

const PROPAGATION_POLL_MS = 1000;
/** Secondary servers get an update within seconds; the authority queries again itself. */
const PROPAGATION_TRIES = 20;

/** Waits until the record has propagated, but not for long. */
async function waitUntilPropagated(dns: Dns, name: string, content: string): Promise<void> {
  for (let tries = 0; tries < PROPAGATION_TRIES; tries += 1) {
    const found = await dns.txt(name);
    if (found.is === 'found' && found.values.includes(content)) return;
    await sleep(PROPAGATION_POLL_MS);
  }
}

const recordOf = ({ domain, content }: ChallengeResponse): TxtRecord => ({
  name: `_acme-challenge.${domain}`,
  content,
});

function refuseUnlessDone(result: UpdateResult, domain: string): void {
  if (result.is === 'refused')
    throw new Refusal('certificate-dns-update', {
      values: { domain: shownDomain(domain), detail: result.reason },
    });
}

const inDns = ({ updates, dns }: ChallengeParts): ValidationMethod => ({
  place: async (_host, response) => {
    if (!updates) throw new Refusal('certificate-way-unavailable');
    const { name, content } = recordOf(response);
    refuseUnlessDone(await updates.add({ name, content }), response.domain);
    await waitUntilPropagated(dns, name, content);
  },
  remove: async (_host, response) => {
    // Without a server, the operator has removed its setting since.
    if (updates) refuseUnlessDone(await updates.remove(recordOf(response)), response.domain);
  },
});

const methodsOf = (parts: ChallengeParts): Readonly<Record<ChallengeWay, ValidationMethod>> => ({
  automatic: onNode(parts),
  file: inSite(parts),
  dns: inDns(parts),
});

/** Responses outside the node's own folder are recorded until they are removed, so that those of a killed worker can be removed. */
export function makeResponders(parts: ChallengeParts): Readonly<Record<ChallengeWay, PlaceResponse>> {
  const methods = methodsOf(parts);
  const recorded =
    (way: ChallengeWay): PlaceResponse =>
    async (host, response) => {
      const record = await recordResponse(parts.certificates, { hostCode: host.code, way, response });
      const remove = async () => {
        await methods[way].remove(host, response);
        await record.drop();
      };
      try {
        await methods[way].place(host, response);
      } catch (error) {
        // It may be in place although the reply was lost. If it can't be placed at all, it can't be removed either.
        await remove().catch(() => record.drop());
        throw error;
      }
      return remove;
    };
  const placeOnNode: PlaceResponse = async (host, response) => {
    await methods.automatic.place(host, response);
    return () => methods.automatic.remove(host, response);
  };
  return { automatic: placeOnNode, file: recorded('file'), dns: recorded('dns') };
}

interface LeftoverParts extends ChallengeParts {
  readonly db: Db;
  readonly log: Logger;
}

/** Removes leftover responses that a killed worker recorded before `since`, ms since 1970. The next call retries failures. */
export async function removeLeftoverResponses(parts: LeftoverParts, since: number): Promise<void> {
  const methods = methodsOf(parts);
  for (const { hostCode, way, response, drop } of await responsesBefore(parts.certificates, since)) {
    try {
      await methods[way].remove(await readHost(parts.db, hostCode), response);
      await drop();
    } catch (err) {
      parts.log.warn(
        { err, host: hostCode, domain: response.domain },
        'a challenge response could not be removed',
      );
    }
  }
}

/** Removes leftover responses from the node's own folder: those placed before `since`, ms since 1970. Tasks may already place others. */
export async function removeLeftoverFiles(challenges: string, since: number): Promise<void> {
  for (const name of await readdir(challenges)) {
    const file = join(challenges, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < since) await rm(file, { force: true });
  }
}
