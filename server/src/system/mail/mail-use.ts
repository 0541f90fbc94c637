import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HostCode } from '@sitedeck/contract';
import { z } from 'zod';
import type { Paths } from '#system/settings/paths';

const HOUR_MS = 3_600_000;
const Count = z.number().int().min(0);

/** What a host has sent, as the mail process stores it. Mail to several recipients counts once for each. */
export const MailUse = z.object({
  /** Number of the clock hour since the epoch that `used` belongs to. */
  hour: Count,
  used: Count,
  /** Since the host exists. */
  sent: Count,
  /** Messages that were refused since the host exists. */
  refused: Count,
});
export type MailUse = z.infer<typeof MailUse>;

export const NO_MAIL: MailUse = { hour: 0, used: 0, sent: 0, refused: 0 };

export const hourOf = (now: number): number => Math.floor(now / HOUR_MS);
export const usedIn = (use: MailUse, hour: number): number => (use.hour === hour ? use.used : 0);
/** When the limit of an hour ends, ms since the epoch. */
export const endOfHour = (hour: number): number => (hour + 1) * HOUR_MS;

const SUFFIX = '.json';
export const mailUseFile = (folder: string, hostCode: HostCode): string => join(folder, hostCode + SUFFIX);

/** What a host has sent; nothing if its file is missing or can't be read. */
export async function readMailUse(folder: string, hostCode: HostCode): Promise<MailUse> {
  const text = await readFile(mailUseFile(folder, hostCode), 'utf8').catch(() => '');
  try {
    return MailUse.parse(JSON.parse(text));
  } catch {
    return NO_MAIL;
  }
}

/** Where the mail of hosts is counted, and how much they may send by default. */
export interface MailFacts {
  readonly folders: Pick<Paths['mail'], 'counts' | 'direct'>;
  /** Whether the operator has a mail server for the sites. */
  readonly hasRelay: boolean;
  /** Recipients per hour of a host whose plan says nothing. */
  readonly perHour: number;
}

/** Hosts that have sent mail, or tried to. */
export async function mailHostsIn(folder: string): Promise<readonly HostCode[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    const code = name.endsWith(SUFFIX) ? HostCode.safeParse(name.slice(0, -SUFFIX.length)) : undefined;
    return code?.success === true ? [code.data] : [];
  });
}
