import { isIPv4 } from 'node:net';
import { groupFolders, type Shares } from '#system/cage/shares/shares';
import type { Command } from '#system/process/exec';
import type { Certificate } from '#system/certificate/own-certificate';
import type { Paths } from '#system/settings/paths';
import { ftpNeedsTls } from '#system/settings/host-addresses';
import type { Settings } from '#system/settings/settings';
import { ownMounts, type FtpEngine } from './engine';

export interface FtpDaemon {
  readonly engine: FtpEngine;
  readonly places: Paths;
  readonly settings: Settings;
  readonly certificate: Certificate;
  /** Sessions join the share of their host's files. */
  readonly shares: Shares;
  /** Folder of the server's program. */
  readonly program: string;
}

/** One user's client opens up to ten connections at a time, and an office shares one address. */
const CLIENTS_PER_ADDRESS = 50;
/** Two such clients of one site; the other sites keep the rest of the sessions. */
const CLIENTS_PER_HOST = 20;
const SIGN_IN_SECONDS = 60;
const IDLE_SECONDS = 15 * 60;
/** The kernel of a killed client closes both connections within a scheduler's turn. */
const LOST_CLIENT_MS = 30;

/**
 * Stays in the foreground. Python's isolated mode ignores the calling user's settings and modules, and no
 * compiled files are written next to the program.
 * @param listener number, in the FTP server, of the descriptor on which it accepts
 */
export function serveFtp(daemon: FtpDaemon, listener: number): Command {
  const { engine, places, settings, certificate, shares, program } = daemon;
  const { first, last } = settings.FTP_PASSIVE;
  const args = [
    ...['-I', '-B', program],
    ...['--listen-fd', String(listener)],
    ...['--pid-file', places.ftp.pidFile, '--ask', places.ftp.socket, '--trees', places.hosts],
    ...['--first-uid', String(settings.HOST_UIDS.first)],
    ...['--certificate', certificate.cert, '--key', certificate.key],
    ...(ftpNeedsTls(settings) ? ['--needs-tls'] : []),
    ...['--passive', String(first), String(last)],
    ...['--public-addresses', ...settings.PUBLIC_IPS.filter(isIPv4)],
    // Two ports per session: a client may open its next data connection before the last one has closed.
    ...['--sessions', String(Math.floor((last - first + 1) / 2))],
    ...['--sessions-per-address', String(CLIENTS_PER_ADDRESS)],
    ...['--sessions-per-host', String(CLIENTS_PER_HOST), '--host-slots', places.ftp.slots],
    ...['--sign-in-seconds', String(SIGN_IN_SECONDS), '--idle-seconds', String(IDLE_SECONDS)],
    ...['--shares', ...(shares.is === 'on' ? groupFolders(shares.groups) : [])],
    ...['--lost-client-ms', String(LOST_CLIENT_MS)],
  ];
  if (!engine.view) return { file: engine.file, args };
  const [file, ...before] = ownMounts(engine.view);
  return { file, args: [...before, engine.file, ...args] };
}
