import { readdir, readFile, readlink } from 'node:fs/promises';
import { endProcesses } from '#system/process/end-processes';
import { ancestorsOf, processTable, type Process } from '#system/process/process-table';
import { isInRange, type UidRange } from '#system/process/identity';

/** A socket that waits for connections. */
interface Listener {
  readonly port: number;
  /** Uid of the process that created it. */
  readonly uid: number;
  readonly inode: string;
}

const LISTEN = '0A';

/** Parses one table of the kernel; format: proc(5), /proc/net/tcp. */
function listenersIn(table: string): Listener[] {
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , uid, , inode = ''] = line.trim().split(/\s+/);
    const [, port = ''] = local.split(':');
    return state === LISTEN ? [{ port: parseInt(port, 16), uid: Number(uid), inode }] : [];
  });
}

async function listeners(): Promise<Listener[]> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => ''));
  return (await Promise.all(tables)).flatMap(listenersIn);
}

/** Inodes of a process's open sockets. */
async function socketsOf(pid: number): Promise<ReadonlySet<string>> {
  const folder = `/proc/${pid}/fd`;
  const fds = await readdir(folder).catch(() => []);
  const links = await Promise.all(fds.map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

/** A program of a host, and the ports it listens on without permission. */
interface Holder {
  readonly pid: number;
  readonly uid: number;
  readonly ports: readonly number[];
}

export interface PortsTaken {
  readonly ports: readonly number[];
  readonly uids: readonly number[];
  readonly ended: number;
  readonly left: number;
  /** How often this was found since this process started. */
  readonly times: number;
}

export interface PortWatchParts {
  readonly hostUids: UidRange;
  /** Whether a port is one of ours, on which no program of a host may listen. */
  readonly isOurs: (port: number) => boolean;
  /**
   * Pid of the FTP server, whose sessions run under uids of hosts and listen on our ports; undefined if it
   * does not run.
   */
  readonly ftpDaemon: () => Promise<number | undefined>;
  readonly onTaken: (taken: PortsTaken) => void;
}

/**
 * Ends programs of hosts that listen on the product's own ports: on a port of the passive range, they could receive a
 * connection meant for another host. Root only.
 */
export class PortWatch {
  private times = 0;

  constructor(private readonly parts: PortWatchParts) {}

  /**
   * Programs of hosts that listen there. FTP sessions are exempt; they are children of the FTP server, which no program
   * can fake.
   */
  private async holders(): Promise<Holder[]> {
    const { hostUids, isOurs, ftpDaemon } = this.parts;
    const taken = (await listeners()).filter(({ port, uid }) => isOurs(port) && isInRange(hostUids, uid));
    if (taken.length === 0) return [];
    const daemon = await ftpDaemon();
    const table = await processTable();
    const isSession = (one: Process) => ancestorsOf(table, one).some(({ pid }) => pid === daemon);
    const holderOf = async (one: Process): Promise<Holder[]> => {
      const uid = one.uids.find((each) => isInRange(hostUids, each));
      if (uid === undefined || isSession(one)) return [];
      const sockets = await socketsOf(one.pid);
      const ports = taken.filter(({ inode }) => sockets.has(inode)).map(({ port }) => port);
      return ports.length === 0 ? [] : [{ pid: one.pid, uid, ports }];
    };
    return (await Promise.all([...table.values()].map(holderOf))).flat();
  }

  async check(): Promise<void> {
    const all: Holder[] = [];
    const { found, left } = await endProcesses(async () => {
      const holders = await this.holders();
      all.push(...holders);
      return holders;
    });
    if (found === 0) return;
    this.parts.onTaken({
      ports: [...new Set(all.flatMap(({ ports }) => ports))],
      uids: [...new Set(all.map(({ uid }) => uid))],
      ended: found - Math.min(left, found),
      left,
      times: ++this.times,
    });
  }
}
