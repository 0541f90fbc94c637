import { isIPv4, isIPv6 } from 'node:net';
import { asIPv4 } from '#system/egress/address-rules';
import { groupsOf } from '#system/egress/network-of';

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** A connection as the program that accepted it sees it. */
export interface TcpConnection {
  readonly peer: Endpoint;
  readonly own: Endpoint;
}

/** The kernel's tables of TCP sockets; format: proc(5). */
export const TCP_TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const;

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

function bytesOf(given: string): readonly number[] | undefined {
  const address = asIPv4(given.replace(/%.*$/, ''));
  if (isIPv4(address)) return address.split('.').map(Number);
  if (!isIPv6(address)) return undefined;
  return groupsOf(address).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
}

/** The tables show words of four bytes as numbers of the machine; x86-64 and arm64 are little-endian. */
const inTable = (bytes: readonly number[]): string =>
  bytes.map((_, index) => hex(bytes[index - (index % 4) + 3 - (index % 4)] ?? 0, 2)).join('');

const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255];

/**
 * How the tables may show the addresses of the peer's socket: its own first, then ours. A program may use an IPv6
 * socket to connect to an IPv4 address. Empty if an address is none.
 */
export function keysOf({ peer, own }: TcpConnection): readonly string[] {
  const [local, remote] = [bytesOf(peer.address), bytesOf(own.address)];
  if (!local || !remote || local.length !== remote.length) return [];
  const key = (from: readonly number[], to: readonly number[]) =>
    `${inTable(from)}:${hex(peer.port, 4)} ${inTable(to)}:${hex(own.port, 4)}`;
  const isMappable = local.length === 4;
  return [key(local, remote), ...(isMappable ? [key([...MAPPED, ...local], [...MAPPED, ...remote])] : [])];
}

/** States of a socket that has connected: ESTABLISHED, FIN_WAIT1, FIN_WAIT2, CLOSE_WAIT, LAST_ACK and CLOSING. */
const CONNECTED: ReadonlySet<string> = new Set(['01', '04', '05', '08', '09', '0B']);
/** The kernel shows it, with uid 0, for a socket that no process holds any more. */
const NO_INODE = '0';

export interface OwnedSocket {
  readonly key: string;
  /** Uid of the process that created the socket. */
  readonly uid: number;
}

/** Reads one line of a table; undefined if it is no wanted socket, or one without an owner. */
export function readRow(line: string, isWanted: (key: string) => boolean): OwnedSocket | undefined {
  // The number of the row has no fixed width.
  const start = line.indexOf(': ') + 2;
  const end = line.indexOf(' ', line.indexOf(' ', start) + 1);
  const key = line.slice(start, end);
  if (!isWanted(key)) return undefined;
  const [state = '', , , , uid = '', , inode = NO_INODE] = line.slice(end).trim().split(/\s+/);
  return CONNECTED.has(state) && inode !== NO_INODE && /^\d+$/.test(uid)
    ? { key, uid: Number(uid) }
    : undefined;
}
