import { createHash, randomBytes } from 'node:crypto';
import { chown, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOOL_UID } from '#system/process/identity';

/** Login that the tool needs for one database. */
export interface ToolLogin {
  /** `host:port`, or `:` with the path of a socket. */
  readonly host: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** The table whose rows the visit shows first. */
  readonly table?: string | undefined;
  /** Without a theme the tool follows the browser. */
  readonly theme?: 'light' | 'dark' | undefined;
  /** As Adminer names it; without a language the tool follows the browser. */
  readonly language?: 'zh' | 'en' | undefined;
}

/** A ticket is valid for this time, ms, and once. */
export const TICKET_MS = 60_000;
const TICKET_BYTES = 32;

/** Removes expired tickets; each contains a password. */
async function sweep(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && now - found.mtimeMs > 2 * TICKET_MS) await rm(file, { force: true });
  }
}

/**
 * Stores a visit for the browser that presents the returned ticket; the folder only contains the ticket's
 * hash. Runs as root and gives the file to the tool, which claims it by renaming.
 * @param folder where the tool looks for tickets
 */
export async function issueTicket(folder: string, visit: ToolLogin): Promise<string> {
  const now = Date.now();
  await sweep(folder, now);
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  const name = createHash('sha256').update(ticket).digest('hex');
  const until = Math.floor((now + TICKET_MS) / 1000);
  const made = join(folder, `${name}.new`);
  await writeFile(made, JSON.stringify({ ...visit, until }), { mode: 0o600, flag: 'wx' });
  await chown(made, TOOL_UID, TOOL_UID);
  await rename(made, join(folder, `${name}.json`));
  return ticket;
}
