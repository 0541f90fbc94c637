import type { Logger } from 'pino';
import { makeFairQueue } from '#system/concurrency/queue';
import { makeMailHostOf } from '#system/mail/mail-hosts';
import { logLimit } from '#system/process/log-limit';
import type { Paths } from '#system/settings/paths';
import { MailCounts } from './mail-counts';
import { MailDoor, type DoorParts } from './mail-door';
import { MailDoors } from './mail-doors';
import { MailFailed } from './mail-refused';
import { makeRelay } from './relay';
import { sendMail } from './send-mail';
import { Spool } from './spool';

/** Space for all messages in progress, bytes. */
const SPOOL_BYTES = 1024 ** 3;
/** Messages that are handed over at once, those of one host, and those of one host that wait. */
const SENDS_AT_ONCE = 16;
const SENDS_PER_HOST = 2;
const WAITING_PER_HOST = 8;

export interface MailServiceParts extends Pick<DoorParts, 'silenceMs' | 'receiveMs'> {
  readonly mail: Paths['mail'];
  readonly node: string;
  /** URL of the server that takes the mail. */
  readonly relay: string;
  readonly log: Logger;
  readonly now: () => number;
}

/** Takes the mail of all hosts of a node and hands it over to the relay. Resolves when the present hosts can send. */
export async function openMailService(parts: MailServiceParts): Promise<MailDoors> {
  const { mail, node, log, now, silenceMs, receiveMs } = parts;
  const counts = new MailCounts(mail.counts, now);
  const spool = new Spool(mail.spool, SPOOL_BYTES);
  const mayLog = logLimit(now);
  const sending = {
    node,
    counts,
    now,
    hostOf: makeMailHostOf(mail.hosts),
    relay: makeRelay(parts.relay),
    inTurn: makeFairQueue(SENDS_AT_ONCE, WAITING_PER_HOST, SENDS_PER_HOST),
    onSent: (facts: Readonly<Record<string, unknown>>) => log.info(facts, 'mail passed on'),
  };
  const doors = new MailDoors({
    folder: mail.sockets,
    onFailed: (err) => log.warn({ err }, 'a socket for mail could not be opened'),
    doorOf: (hostCode, socket) =>
      new MailDoor(socket, {
        spool,
        silenceMs,
        receiveMs,
        send: (received) => sendMail(sending, hostCode, received),
        onRefused: (why) => {
          counts
            .refused(hostCode)
            .catch((err: unknown) => log.warn({ err }, 'could not count a refused message'));
          const facts = why instanceof MailFailed ? why.facts : {};
          if (mayLog(hostCode)) log.warn({ host: hostCode, why: why.message, ...facts }, 'mail refused');
        },
        onBug: (err) => log.error({ err, host: hostCode }, 'bug'),
      }),
  });
  await doors.scan();
  return doors;
}
