import net from 'node:net';
import { getSystemErrorName } from 'node:util';

/** A bound socket that this process neither polls nor accepts on. */
export interface BoundSocket {
  readonly fd: number;
  close(): void;
}

export type BindResult =
  | { readonly is: 'bound'; readonly socket: BoundSocket }
  /** `EADDRINUSE` and the like. */
  | { readonly is: 'failed'; readonly code: string };

export interface TcpAddress {
  /** An IP address; undefined: every address of both families. */
  readonly host: string | undefined;
  readonly port: number;
  /** False: an IPv6 wildcard takes IPv4 as well. */
  readonly ipv6Only: boolean;
}

/** libuv's `UV_TCP_IPV6ONLY`. */
const IPV6_ONLY = 1;
const NO_DESCRIPTOR = -1;
const IS_PATH = -1;

interface Handle extends BoundSocket {
  getsockname?(address: object): number;
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' &&
  value !== null &&
  'fd' in value &&
  typeof value.fd === 'number' &&
  'close' in value &&
  typeof value.close === 'function';

const failed = (code: number): BindResult => ({ is: 'failed', code: getSystemErrorName(code) });

/**
 * `net.Server` polls its socket as soon as it listens, so a supervisor that used one would accept connections meant for
 * its parts. The cluster module of Node.js creates bound sockets that are not polled with this undocumented export. Its return
 * value is checked here, and only this file uses it.
 */
function bind(
  ...args: readonly [host: string | null, port: number, family: number, flags: number]
): BindResult {
  const make: unknown = Reflect.get(net, '_createServerHandle');
  if (typeof make !== 'function')
    throw new Error(`Node ${process.version} can't bind a socket without serving it`);
  const [host, port, family, flags] = args;
  const handle: unknown = Reflect.apply(make, net, [host, port, family, NO_DESCRIPTOR, flags]);
  if (typeof handle === 'number') return failed(handle);
  if (!isHandle(handle)) throw new Error(`Node ${process.version} makes sockets of an unknown shape`);
  // libuv reports an address in use only when the socket is queried; listening on it would use a random port.
  const error = handle.getsockname?.({}) ?? 0;
  if (error === 0) return { is: 'bound', socket: handle };
  handle.close();
  return failed(error);
}

export function bindTcp({ host, port, ipv6Only }: TcpAddress): BindResult {
  const family = host === undefined ? 0 : net.isIP(host);
  return bind(host ?? null, port, family, family === 6 && ipv6Only ? IPV6_ONLY : 0);
}

/** Creates the socket's file, to which only its owner can connect. Closing the socket removes the file. */
export const bindUnix = (path: string): BindResult => bind(path, IS_PATH, IS_PATH, 0);
