import { lchown } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { Isolation } from '#system/process/identity';
import { pathExists } from '#system/disk/exists';
import { ensureLogs } from '#system/site/layout';
import { instanceOf } from '#system/nginx/instance';
import { hasOpen, reopenLogs } from '#system/nginx/sites/reopen-logs';
import type { Mutex } from '#system/concurrency/mutex';
import { hostRoot, type Paths } from '#system/settings/paths';
import type { NodeSite } from '#system/site/site';
import { oldLog, ACCESS_LOG } from './log-files';
import { ROTATED_LOGS, rotateLog, type RotatedLog } from './rotate-logs';

export interface SiteLogsParts {
  readonly places: Paths;
  readonly isolation: Isolation;
  readonly readNodeSites: () => Promise<readonly Pick<NodeSite, 'hostCode' | 'uid'>[]>;
  /** Runs work on the hosts' folders one at a time. */
  readonly inTurn: Mutex;
}

export interface GrownLogs {
  readonly hostCode: HostCode;
  readonly names: readonly RotatedLog[];
}

/** The logs that the sites' nginx writes, as files. */
export class SiteLogs {
  private readonly instance;
  /** Whether no process has a renamed log open any more. */
  private areClosed = false;

  constructor(private readonly parts: SiteLogsParts) {
    this.instance = instanceOf(parts.places, 'sites');
  }

  folder(hostCode: HostCode): string {
    return join(hostRoot(this.parts.places, hostCode), 'logs');
  }

  /** Whether no process has an old access log open any more; if one does, asks nginx once more to reopen its logs. */
  async isClosed(hostCode: HostCode, age: number): Promise<boolean> {
    const file = oldLog(join(this.folder(hostCode), ACCESS_LOG), age);
    return !(await hasOpen(this.instance, [file])) || this.reopen(() => Promise.resolve([file]));
  }

  /**
   * Renames logs and makes nginx open new ones, with one signal for all. Throws at the end if one can't be
   * renamed.
   */
  async rotate(grown: readonly GrownLogs[]): Promise<void> {
    const failed: unknown[] = [];
    this.areClosed = false;
    this.areClosed = await this.reopen(async () => {
      const files: string[] = [];
      for (const { hostCode, names } of grown)
        for (const name of names)
          await rotateLog(this.folder(hostCode), name).then(
            (file) => files.push(file),
            (error: unknown) => failed.push(error),
          );
      return files;
    });
    if (failed.length > 0) throw new AggregateError(failed, 'Logs were not set aside');
  }

  /** Completes an interrupted rotation, even that of a killed worker: otherwise nginx would keep writing to the old logs. */
  async endRotation(hosts: readonly HostCode[]): Promise<void> {
    if (this.areClosed) return;
    const newest = (hostCode: HostCode, name: RotatedLog) => oldLog(join(this.folder(hostCode), name), 1);
    const files = hosts.flatMap((hostCode) => ROTATED_LOGS.map((name) => newest(hostCode, name)));
    this.areClosed =
      !(await hasOpen(this.instance, files)) || (await this.reopen(() => Promise.resolve(files)));
  }

  /** Makes nginx reopen its logs. True once it has closed the files that `prepare` returns. */
  private reopen(prepare: () => Promise<readonly string[]>): Promise<boolean> {
    return this.parts.inTurn(async () => {
      const files = await prepare();
      try {
        return await reopenLogs(this.instance, files);
      } finally {
        await this.restoreOwner();
      }
    });
  }

  /**
   * When nginx reopens its logs, it gives them to its workers' user. This makes root the owner again; nginx keeps writing
   * to the open descriptors.
   */
  private async restoreOwner(): Promise<void> {
    const { places, isolation, readNodeSites } = this.parts;
    if (isolation.is === 'separate') await lchown(this.instance.errorLog, 0, 0).catch(() => undefined);
    for (const { hostCode, uid } of await readNodeSites()) {
      const root = hostRoot(places, hostCode);
      if (await pathExists(root)) await ensureLogs({ root, uid, isolation });
    }
  }
}
