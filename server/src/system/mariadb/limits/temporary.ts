import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../instance/instance';

/** The engine's process, the connection and a count, in hexadecimal. */
const NAME = /^#sql-temptable-[0-9a-f]+-([0-9a-f]+)-[0-9a-f]+\./;

/** Of what `stat` counts, bytes. */
const BLOCK = 512;

/** Bytes that each connection holds in temporary tables: of these neither a quota nor the engine itself tells. */
export async function temporaryBytes(data: string): Promise<ReadonlyMap<number, number>> {
  const folder = temporaryFolder(data);
  const held = new Map<number, number>();
  for (const name of await readdir(folder).catch(() => [])) {
    const [, connection] = NAME.exec(name) ?? [];
    // One that has gone meanwhile holds nothing.
    const file = connection === undefined ? undefined : await stat(join(folder, name)).catch(() => undefined);
    if (connection === undefined || !file) continue;
    const id = Number.parseInt(connection, 16);
    held.set(id, (held.get(id) ?? 0) + file.blocks * BLOCK);
  }
  return held;
}
