import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { NOTHING_FOUND, type EndReport } from '#system/process/end-processes';
import {
  busyUids,
  endHostPrograms,
  endProgramsOf,
  spareHeldByParts,
  type IsTarget,
  type SparedPrograms,
} from '#system/process/host-programs';
import { isInRange, type Isolation, type UidRange } from '#system/process/identity';

/** Programs of a host that should not run. */
export interface ProgramsLeft {
  readonly uids: readonly number[];
  readonly processes: number;
  /** How often programs were left since this process started. */
  readonly times: number;
}

export interface SiteProgramsOptions {
  readonly isolation: Isolation;
  readonly hostUids: UidRange;
  readonly onLeft: (left: ProgramsLeft) => void;
}

/**
 * Ends programs of sites that outlive the request or the engine that started them. Without isolation it does nothing:
 * then all processes, including ours, share one uid.
 */
export class SitePrograms {
  private timesLeft = 0;

  constructor(private readonly options: SiteProgramsOptions) {}

  /** Waits until programs are ended, and counts and reports those that remain. */
  private async checked(ending: Promise<EndReport>, isMeant: IsTarget): Promise<EndReport> {
    const report = await ending;
    if (report.left === 0) return report;
    const uids = [...(await this.busy())].filter(isMeant);
    this.options.onLeft({ uids, processes: report.left, times: ++this.timesLeft });
    return report;
  }

  private async end(isMeant: IsTarget, spared: SparedPrograms): Promise<EndReport> {
    const { isolation, hostUids } = this.options;
    if (isolation.is === 'single') return NOTHING_FOUND;
    const isHosts = (uid: number) => isInRange(hostUids, uid) && isMeant(uid);
    return this.checked(endHostPrograms(isHosts, spared), isHosts);
  }

  private async endOne(uid: number, spared: SparedPrograms): Promise<EndReport> {
    const { isolation, hostUids } = this.options;
    if (isolation.is === 'single' || !isInRange(hostUids, uid)) return NOTHING_FOUND;
    return this.checked(endProgramsOf(uid, spared), (one) => one === uid);
  }

  /** Uids of hosts that have running processes. */
  busy(): Promise<ReadonlySet<number>> {
    const { isolation, hostUids } = this.options;
    return isolation.is === 'single' ? Promise.resolve(new Set<number>()) : busyUids(hostUids);
  }

  /** Ends all programs of a host, including those that work for it. */
  endAll(uid: number): Promise<EndReport> {
    return this.endOne(uid, { is: 'none' });
  }

  /** Ends the daemons of a host: programs that no process of ours holds. */
  endOrphansOf(uid: number): Promise<EndReport> {
    return this.endOne(uid, spareHeldByParts());
  }

  /** Ends the daemons of these hosts, or of all. */
  async endOrphans(uids?: readonly number[]): Promise<void> {
    if (uids?.length === 0) return;
    await this.end((uid) => uids === undefined || uids.includes(uid), spareHeldByParts());
  }

  /** The uid of a host whose row is gone, read from its tree: the host can't change the entries at the top. */
  async ownerOf(root: string): Promise<number | undefined> {
    const uid = (await lstat(join(root, 'wwwroot')).catch(() => undefined))?.uid;
    return uid !== undefined && isInRange(this.options.hostUids, uid) ? uid : undefined;
  }
}
