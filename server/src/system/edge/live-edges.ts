import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HostCode } from '@sitedeck/contract';

const DIGEST = /^# site ([0-9a-f]{16})$/m;
const EDGE_FILE = /^([a-z0-9]+)\.edge$/;

/** Digest of everything that decides what a site serves. The first line of its edge file holds it. */
export const siteDigest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/** Site digests of the hosts that have an edge in the live configuration; `current` is the live generation's folder. */
export async function readLiveEdges(current: string): Promise<ReadonlyMap<HostCode, string>> {
  const names = await readdir(join(current, 'hosts')).catch(() => []);
  const found = new Map<HostCode, string>();
  for (const name of names) {
    const [, hostCode] = EDGE_FILE.exec(name) ?? [];
    if (hostCode === undefined) continue;
    const text = await readFile(join(current, 'hosts', name), 'utf8');
    found.set(HostCode.parse(hostCode), DIGEST.exec(text)?.[1] ?? '');
  }
  return found;
}
