import { readFile } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import { mailHostsIn, readMailUse, type MailFacts } from '#system/mail/mail-use';
import { HOSTS_MAX } from './share-metrics';

/** Registers metrics of the mail that hosts send; the result updates them before a scrape. */
export function mailMetrics(registry: Registry, { folders }: MailFacts): () => Promise<void> {
  const closed = new Gauge({
    name: 'sitedeck_mail_port_closed',
    help: '1 if hosts are refused port 25 of other machines, 0 if they can send mail that is not counted',
    registers: [registry],
  });
  const labels = { labelNames: ['host'], registers: [registry] };
  const sent = new Counter({
    name: 'sitedeck_host_mails_total',
    help: `Mail of a host that was passed on, once per recipient; the ${HOSTS_MAX} hosts with the most have series`,
    ...labels,
  });
  const refused = new Counter({
    name: 'sitedeck_host_mails_refused_total',
    help: 'Messages of a host that were not passed on',
    ...labels,
  });
  return async () => {
    closed.set((await readFile(folders.direct, 'utf8').catch(() => 'open')) === 'closed' ? 1 : 0);
    const hosts = await mailHostsIn(folders.counts);
    const uses = await Promise.all(
      hosts.map(async (host) => ({ host, use: await readMailUse(folders.counts, host) })),
    );
    for (const counter of [sent, refused]) counter.reset();
    const most = uses.sort((one, other) => other.use.sent - one.use.sent).slice(0, HOSTS_MAX);
    for (const { host, use } of most) {
      sent.inc({ host }, use.sent);
      refused.inc({ host }, use.refused);
    }
  };
}
