import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { childPids, livingPid, signalPid } from '#system/process/pid-file';
import type { FtpPaths } from '#system/settings/paths';

/** FTP access to a tree: as the owner has set it, and restricted while a task locks the tree. */
export type FtpAccess = 'none' | 'read-only' | 'whole' | 'whole, but locked';

/** A signed-in FTP client. */
interface FtpSession {
  readonly pid: number;
  readonly hostCode: HostCode;
  readonly isReadOnly: boolean;
  /** Its tree was renamed: the host is being removed. */
  readonly isTreeRemoved: boolean;
}

/** Suffixes of a removed tree: `.removed` by `layout.ts`, ` (deleted)` by the kernel. */
const GONE = /(?:\.removed)?(?: \(deleted\))?$/;

const POLL_MS = 2000;
/** Clients that were signing in during the first pass are ended by a second one after this long, ms. */
const SECOND_PASS_MS = 1500;
/** Finds the host of a session by its root folder, which the session can not change, unlike its process title. */
async function sessionOf(pid: number, places: FtpPaths): Promise<FtpSession | undefined> {
  const root = await readlink(`/proc/${pid}/root`).catch(() => '/');
  const name = basename(root);
  const hostCode = HostCode.safeParse(name.replace(GONE, ''));
  if (root === '/' || !hostCode.success) return undefined;
  const isReadOnly = root.startsWith(`${places.readOnly}/`);
  return { pid, hostCode: hostCode.data, isReadOnly, isTreeRemoved: name !== hostCode.data };
}

const mayStay = (access: FtpAccess, { isReadOnly, isTreeRemoved }: FtpSession): boolean => {
  if (isTreeRemoved) return false;
  if (access === 'whole, but locked') return true;
  return access === (isReadOnly ? 'read-only' : 'whole');
};

interface FtpSessionsParts {
  readonly places: FtpPaths;
  /** Access by host; hosts without an entry have none. */
  readonly accessOf: (hosts: readonly HostCode[]) => Promise<ReadonlyMap<string, FtpAccess>>;
  readonly onFailed: (error: unknown) => void;
}

/** Ends FTP sessions that are no longer allowed. Runs as root, in the worker. */
export class FtpSessions {
  private checking: Loop | undefined;

  constructor(private readonly parts: FtpSessionsParts) {}

  start(): void {
    this.checking = repeat(() => this.endDisallowed(), { pauseMs: POLL_MS, onFailed: this.parts.onFailed });
  }

  async stop(): Promise<void> {
    await this.checking?.stop();
  }

  /** Pids of all connected clients, signed in or not. */
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

  /** Ends sessions that a changed setting or an ended task no longer allows. */
  async endDisallowed(): Promise<void> {
    const sessions = await this.signedIn(await this.connected());
    if (sessions.length === 0) return;
    const access = await this.parts.accessOf([...new Set(sessions.map(({ hostCode }) => hostCode))]);
    end(sessions.filter((one) => !mayStay(access.get(one.hostCode) ?? 'none', one)));
  }

  /** Ends every session of a host now, and clients that are just signing in a moment later. */
  async endOf(hostCode: HostCode): Promise<void> {
    const pids = await this.connected();
    const endThese = async () =>
      end((await this.signedIn(pids)).filter((session) => session.hostCode === hostCode));
    await endThese();
    const pollAgain = async () => {
      await sleep(SECOND_PASS_MS, undefined, { ref: false });
      await endThese();
    };
    pollAgain().catch(this.parts.onFailed);
  }
}

/** SIGKILL, since the host may have stopped the process from handling other signals. */
const end = (sessions: readonly FtpSession[]) => sessions.forEach(({ pid }) => signalPid(pid, 'SIGKILL'));
