import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HostCode } from '@sitedeck/contract';

const MARK = /^# site ([0-9a-f]{16})$/m;
const EDGE_FILE = /^([a-z0-9]+)\.edge$/;

/** First line of a host's edge file: changes with whatever changes the pages that the site answers. */
export const siteMark = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/** Hosts with an edge in the live configuration, with their marks; `current` is the live generation's folder. */
export async function edgesInForce(current: string): Promise<ReadonlyMap<HostCode, string>> {
  const names = await readdir(join(current, 'hosts')).catch(() => []);
  const found = new Map<HostCode, string>();
  for (const name of names) {
    const [, hostCode] = EDGE_FILE.exec(name) ?? [];
    if (hostCode === undefined) continue;
    const text = await readFile(join(current, 'hosts', name), 'utf8');
    found.set(HostCode.parse(hostCode), MARK.exec(text)?.[1] ?? '');
  }
  return found;
}
