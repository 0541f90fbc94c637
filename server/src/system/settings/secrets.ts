import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { writeOnce } from '#system/disk/write-once';

/** Reads a secret of the data directory; created completely on first use. Only root can read the file. */
export async function ownSecret(folder: string, name: string): Promise<string> {
  const make = () => Promise.resolve(`${randomBytes(24).toString('base64url')}\n`);
  return (await writeOnce(join(folder, name), make)).trim();
}
