import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { childPids, livingPid, signalPid } from '#system/process/pid-file';
import type { FtpPaths } from '#system/settings/paths';

/** What the owner of a tree, or a task that holds it, lets FTP do there. */
export type FtpAccess = 'none' | 'read-only' | 'whole' | 'whole, but locked';

/** Somebody who is signed in. */
interface FtpSession {
  readonly pid: number;
  readonly hostCode: HostCode;
  readonly isReadOnly: boolean;
  /** Its tree has left its place: the host is being removed. */
  readonly isTreeRemoved: boolean;
}

/** What the kernel and whoever removes a tree (`layout.ts`) add to its name. */
const GONE = /(?:\.removed)?(?: \(deleted\))?$/;

const POLL_MS = 2000;
/** Who was signing in when the sessions were ended is met now, ms. */
const SECOND_PASS_MS = 1500;
/** The tree it is shut into says whose session it is, whatever it writes over its own name. */
async function sessionOf(pid: number, places: FtpPaths): Promise<FtpSession | undefined> {
  const root = await readlink(`/proc/${pid}/root`).catch(() => '/');
  const name = basename(root);
  const hostCode = HostCode.safeParse(name.replace(GONE, ''));
  if (root === '/' || !hostCode.success) return undefined;
  const isReadOnly = root.startsWith(`${places.readOnly}/`);
  return { pid, hostCode: hostCode.data, isReadOnly, isTreeRemoved: name !== hostCode.data };
}

const mayStay = (access: FtpAccess, { isReadOnly, isTreeRemoved: isHomeless }: FtpSession): boolean => {
  if (isHomeless) return false;
  if (access === 'whole, but locked') return true;
  return access === (isReadOnly ? 'read-only' : 'whole');
};

interface FtpSessionsParts {
  readonly places: FtpPaths;
  /** By host; a host that is not there may do nothing. */
  readonly accessOf: (hosts: readonly HostCode[]) => Promise<ReadonlyMap<string, FtpAccess>>;
  readonly onFailed: (error: unknown) => void;
}

/** Ends what is signed in by FTP and may no longer be so. Runs as root, in the node's worker. */
export class FtpSessions {
  private checking: Loop | undefined;

  constructor(private readonly parts: FtpSessionsParts) {}

  start(): void {
    this.checking = repeat(() => this.endDisallowed(), { pauseMs: POLL_MS, onFailed: this.parts.onFailed });
  }

  async stop(): Promise<void> {
    await this.checking?.stop();
  }

  /** Everybody who is connected, signed in or not. */
  private async connected(): Promise<readonly number[]> {
    const { pidFile } = this.parts.places;
    const daemon = await livingPid(pidFile, pidFile);
    return daemon === undefined ? [] : childPids(daemon);
  }

  private async signedIn(pids: readonly number[]): Promise<readonly FtpSession[]> {
    const { places } = this.parts;
    const found = await Promise.all(pids.map((pid) => sessionOf(pid, places)));
    return found.filter((one): one is FtpSession => one !== undefined);
  }

  /** What a change of a setting, or a task that has ended, has left behind. */
  async endDisallowed(): Promise<void> {
    const sessions = await this.signedIn(await this.connected());
    if (sessions.length === 0) return;
    const access = await this.parts.accessOf([...new Set(sessions.map(({ hostCode }) => hostCode))]);
    end(sessions.filter((one) => !mayStay(access.get(one.hostCode) ?? 'none', one)));
  }

  /** Ends every session of a host; one that is signing in at this moment, a moment later. */
  async endOf(hostCode: HostCode): Promise<void> {
    const pids = await this.connected();
    const endThese = async () =>
      end((await this.signedIn(pids)).filter((session) => session.hostCode === hostCode));
    await endThese();
    const again = async () => {
      await sleep(SECOND_PASS_MS, undefined, { ref: false });
      await endThese();
    };
    again().catch(this.parts.onFailed);
  }
}

/** Under the host's uid runs what the host may have stopped from listening to anything gentler. */
const end = (sessions: readonly FtpSession[]) => sessions.forEach(({ pid }) => signalPid(pid, 'SIGKILL'));
