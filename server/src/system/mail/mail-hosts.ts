import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import type { HostCode } from '@sitedeck/contract';
import { z } from 'zod';
import { mailIdentity, type Isolation } from '#system/process/identity';

/** What the mail process knows about a host that may send. */
const MailHost = z.object({
  /** Recipients per clock hour. */
  perHour: z.number().int().min(0),
  /** Sender of mail that names none. */
  sender: z.string(),
});
export type MailHost = z.infer<typeof MailHost>;
const MailHosts = z.record(z.string(), MailHost);

/** Writes the hosts that may send; the mail process reads the file with its next message. */
export async function writeMailHosts(
  file: string,
  hosts: ReadonlyMap<HostCode, MailHost>,
  isolation: Isolation,
): Promise<void> {
  const text = JSON.stringify(Object.fromEntries(hosts));
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
  await writeFile(`${file}.new`, text, { mode: 0o640 });
  if (isolation.is === 'separate') await chown(`${file}.new`, 0, mailIdentity(isolation).gid);
  await rename(`${file}.new`, file);
}

/** Reads a host from the file; undefined if the host may not send. The file is parsed again when it was replaced. */
export function makeMailHostOf(file: string): (hostCode: HostCode) => Promise<MailHost | undefined> {
  let known: { readonly version: string; readonly hosts: ReadonlyMap<string, MailHost> } | undefined;
  const read = async () => {
    const { ino, mtimeMs } = await stat(file);
    const version = `${ino} ${mtimeMs}`;
    if (known?.version === version) return known.hosts;
    const hosts = new Map(Object.entries(MailHosts.parse(JSON.parse(await readFile(file, 'utf8')))));
    known = { version, hosts };
    return hosts;
  };
  return async (hostCode) => (await read()).get(hostCode);
}
