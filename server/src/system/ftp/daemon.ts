import { isIPv6 } from 'node:net';
import type { Command } from '../exec';
import type { Places } from '../places';
import { ftpNeedsTls, type Settings } from '../settings';
import type { Certificate } from '../own-certificate';
import { ownMounts, type FtpEngine } from './engine';

export interface FtpDaemon {
  readonly engine: FtpEngine;
  readonly places: Places;
  readonly settings: Settings;
  readonly certificate: Certificate;
}

/** One person's client opens up to ten at a time, and an office shares one address. */
const CLIENTS_PER_ADDRESS = 50;
/** pure-ftpd's own default shows 2,000 entries of a folder and leaves the rest out without a word. */
const LISTED = 100_000;
/** Files 0644, folders 0755: nginx reads them. */
const UMASK = '133:022';
const IDLE_MINUTES = 15;
/** Either is offered, or a password is taken under TLS alone. */
const TLS = { offered: '1', demanded: '2' } as const;

const boundTo = ({ FTP_BIND, FTP_PORT }: Settings): readonly string[] => {
  if (FTP_BIND === undefined) return ['-S', String(FTP_PORT)];
  return ['-S', `${FTP_BIND},${FTP_PORT}`, isIPv6(FTP_BIND) ? '-6' : '-4'];
};

/** Stays in the foreground. Everybody is shut into their own tree, nobody is anonymous, one address serves one client's data. */
export function serveFtp({ engine, places, settings, certificate }: FtpDaemon): Command {
  const { first, last } = settings.FTP_PASSIVE;
  const args = [
    ...boundTo(settings),
    ...['-l', `extauth:${places.ftp.socket}`],
    ...['-E', '-A', '-H', '-D', '-u', String(settings.HOST_UIDS.first), '-U', UMASK],
    // A file takes its name when the last byte is there: whoever reads or writes it meanwhile meets a whole one.
    '-0',
    ...[
      '-Y',
      ftpNeedsTls(settings) ? TLS.demanded : TLS.offered,
      '-2',
      `${certificate.cert},${certificate.key}`,
    ],
    ...[
      '-p',
      `${first}:${last}`,
      '-c',
      String(Math.floor((last - first + 1) / 2)),
      '-C',
      String(CLIENTS_PER_ADDRESS),
    ],
    ...['-L', `${LISTED}:5`, '-I', String(IDLE_MINUTES), '-f', 'none'],
    // Last: it writes its state over the beginning of its command line, by whose end it is known again.
    ...['-g', places.ftp.pidFile],
  ];
  if (!engine.view) return { file: engine.file, args };
  const [file, ...before] = ownMounts(engine.view);
  return { file, args: [...before, engine.file, ...args] };
}
