import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance } from './instance';

const DEFAULT_LISTENS = /^\s*listen (?!unix:)(\S+)(?: ssl http2)? default_server;$/gm;

/** Whether the live configuration of the sites listens on exactly these addresses. */
export async function listensOn(instance: Instance, listen: readonly string[]): Promise<boolean> {
  const text = await readFile(join(instance.current, 'nginx.conf'), 'utf8').catch(() => '');
  const written = new Set([...text.matchAll(DEFAULT_LISTENS)].map(([, address]) => address));
  return written.size === listen.length && listen.every((address) => written.has(address));
}
