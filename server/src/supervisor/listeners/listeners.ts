import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { codeOf } from '#faults/error-code';
import { bindTcp, type BoundSocket, type TcpAddress } from './bound-socket';
import { listenOn } from './listen-on';
import { StartRefusal } from '../start-refusal';
import type { ListenerName, WantedListener } from './wanted-listeners';

interface Opening extends TcpAddress {
  readonly wanted: WantedListener;
}

interface HeldSocket {
  readonly name: ListenerName;
  readonly socket: BoundSocket;
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it',
  EACCES: 'only root may use ports below 1024',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this machine has no such address',
};

const isWildcard = (host: string | undefined) => host === undefined || host === '0.0.0.0' || host === '::';
const clash = (one: WantedListener, other: WantedListener): boolean =>
  one.port === other.port && (one.host === other.host || isWildcard(one.host) || isWildcard(other.host));

function refuseClashes(wanted: readonly WantedListener[]): void {
  wanted.forEach((each, index) => {
    const first = wanted.slice(0, index).find((other) => clash(each, other) && other.name !== each.name);
    if (first)
      throw new StartRefusal(`${each.setting}: port ${each.port} is already used by ${first.setting}`);
  });
}

function refusal({ setting, port }: WantedListener, code: string): StartRefusal {
  return new StartRefusal(`${setting}: port ${port} can't be used: ${WHY[code] ?? code}`);
}

/** A host name means all of its addresses. */
async function addressesOf(wanted: WantedListener): Promise<Opening[]> {
  const { host, port, ipv6Only } = wanted;
  if (host === undefined || isIP(host) !== 0) return [{ wanted, host, port, ipv6Only }];
  const found = await lookup(host, { all: true }).catch((error: unknown) => {
    throw refusal(wanted, codeOf(error) ?? 'unknown');
  });
  return [...new Set(found.map(({ address }) => address))].map((address) => ({
    ...{ wanted, host: address, port, ipv6Only },
  }));
}

interface Failure {
  readonly opening: Opening;
  readonly code: string;
}

interface Attempt {
  readonly opened: readonly HeldSocket[];
  readonly failed: readonly Failure[];
}

async function attempt(openings: readonly Opening[]): Promise<Attempt> {
  const tried = openings.map((opening) => ({ opening, bound: bindTcp(opening) }));
  const bound = tried.flatMap(({ opening, bound: result }) =>
    result.is === 'bound' ? [{ opening, socket: result.socket }] : [],
  );
  const codes = await listenOn(bound.map(({ socket }) => socket));
  const unheard = bound.flatMap(({ opening, socket }, index) => {
    const code = codes.get(index);
    if (code !== undefined) socket.close();
    return code === undefined ? [] : [{ opening, code }];
  });
  const opened = bound.flatMap(({ opening, socket }, index) =>
    codes.has(index) ? [] : [{ name: opening.wanted.name, socket }],
  );
  const unbound = tried.flatMap(({ opening, bound: result }) =>
    result.is === 'failed' ? [{ opening, code: result.code }] : [],
  );
  return { opened, failed: [...unbound, ...unheard] };
}

/**
 * Every TCP listener of the product. They are open from before the first part starts until the last one has ended, even
 * while a part restarts, so that no other program can take our addresses. Parts inherit them as descriptors.
 */
export class Listeners {
  private constructor(private held: readonly HeldSocket[]) {}

  /** Refuses, and names the setting, if a port is taken. */
  static async open(wanted: readonly WantedListener[]): Promise<Listeners> {
    refuseClashes(wanted);
    const openings = (await Promise.all(wanted.map(addressesOf))).flat();
    const { opened, failed } = await attempt(openings);
    const [first] = failed;
    if (!first) return new Listeners(opened);
    opened.forEach(({ socket }) => socket.close());
    throw refusal(first.opening.wanted, first.code);
  }

  /** Descriptors in this process, in the order of the addresses. */
  descriptors(...names: readonly ListenerName[]): readonly number[] {
    return names.flatMap((name) =>
      this.held.filter((each) => each.name === name).map(({ socket }) => socket.fd),
    );
  }

  close(): void {
    this.held.forEach(({ socket }) => socket.close());
    this.held = [];
  }
}
