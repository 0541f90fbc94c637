import { rm } from 'node:fs/promises';
import { domainToASCII } from 'node:url';
import type { HostCode } from '@sitedeck/contract';
import type { Isolation } from '#system/process/identity';
import type { Paths } from '#system/settings/paths';
import type { NodeSite } from '#system/site/site';
import { ensureMailFolder, keepMailFolders } from './mail-folders';
import { writeMailHosts, type MailHost } from './mail-hosts';
import { mailHostsIn, mailUseFile } from './mail-use';

export interface MailSetup {
  readonly places: Paths;
  readonly isolation: Isolation;
  /** Recipients per hour of a host whose plan says nothing. */
  readonly mailsPerHour: number;
  readonly previewDomain: string;
}

function senderOf({ hostCode, mail }: NodeSite, previewDomain: string): string {
  const own = mail.domain?.replace(/^\*\./, '') ?? '';
  return `${hostCode}@${domainToASCII(own) || `${hostCode}.${previewDomain}`}`;
}

/** Lets the sites of a node send as much mail as their plans say, and those that are not served none. */
export async function publishMail(
  { places, isolation, mailsPerHour, previewDomain }: MailSetup,
  sites: readonly NodeSite[],
): Promise<void> {
  const served = sites.filter(({ status }) => status === 'NORMAL');
  const hosts = served.map((site): [HostCode, MailHost] => [
    site.hostCode,
    { perHour: site.mail.perHour ?? mailsPerHour, sender: senderOf(site, previewDomain) },
  ]);
  await writeMailHosts(places.mail.hosts, new Map(hosts), isolation);
  for (const site of served) await ensureMailFolder(places, isolation, site);
  await keepMailFolders(places, new Set(served.map(({ hostCode }) => hostCode)));
  const existing = new Set(sites.map(({ hostCode }) => hostCode));
  for (const hostCode of await mailHostsIn(places.mail.counts))
    if (!existing.has(hostCode)) await rm(mailUseFile(places.mail.counts, hostCode), { force: true });
}
