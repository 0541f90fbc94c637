import { lchown } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { Isolation } from '#system/process/identity';
import { isThere } from '#system/disk/is-there';
import { ensureLogs } from '#system/site/layout';
import { instanceOf } from '#system/nginx/instance';
import { hasOpen, reopenLogs } from '#system/nginx/sites/reopen-logs';
import type { Mutex } from '#system/concurrency/mutex';
import { hostRoot, type Paths } from '#system/settings/paths';
import type { NodeSite } from '#system/site/site';
import { oldLog, ACCESS_LOG } from './log-files';
import { ROTATED_LOGS, setAside, type RotatedLog } from './rotate-logs';

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
  /** Whether no process writes to any renamed log any more. */
  private areLeft = false;

  constructor(private readonly parts: SiteLogsParts) {
    this.instance = instanceOf(parts.places, 'sites');
  }

  folder(hostCode: HostCode): string {
    return join(hostRoot(this.parts.places, hostCode), 'logs');
  }

  /**
   * Whether no process writes to an old access log any longer; asks nginx once more to reopen its logs if one does.
   */
  async isLeft(hostCode: HostCode, age: number): Promise<boolean> {
    const file = oldLog(join(this.folder(hostCode), ACCESS_LOG), age);
    return !(await hasOpen(this.instance, [file])) || this.begin(() => Promise.resolve([file]));
  }

  /**
   * Renames logs and makes nginx open new ones, with one signal for all. Throws at the end if one can't be
   * renamed.
   */
  async rotate(grown: readonly GrownLogs[]): Promise<void> {
    const failed: unknown[] = [];
    this.areLeft = false;
    this.areLeft = await this.begin(async () => {
      const files: string[] = [];
      for (const { hostCode, names } of grown)
        for (const name of names)
          await setAside(this.folder(hostCode), name).then(
            (file) => files.push(file),
            (error: unknown) => failed.push(error),
          );
      return files;
    });
    if (failed.length > 0) throw new AggregateError(failed, 'Logs were not set aside');
  }

  /**
   * Completes an interrupted rotation, also one of a killed worker: else nginx would write to the old logs forever.
   */
  async endRotation(hosts: readonly HostCode[]): Promise<void> {
    if (this.areLeft) return;
    const newest = (hostCode: HostCode, name: RotatedLog) => oldLog(join(this.folder(hostCode), name), 1);
    const files = hosts.flatMap((hostCode) => ROTATED_LOGS.map((name) => newest(hostCode, name)));
    this.areLeft = !(await hasOpen(this.instance, files)) || (await this.begin(() => Promise.resolve(files)));
  }

  private begin(leave: () => Promise<readonly string[]>): Promise<boolean> {
    return this.parts.inTurn(async () => {
      const files = await leave();
      try {
        return await reopenLogs(this.instance, files);
      } finally {
        await this.takeBack();
      }
    });
  }

  /**
   * On that signal nginx gives every log to its workers' user. Root takes ownership back: nginx keeps writing
   * to open descriptors.
   */
  private async takeBack(): Promise<void> {
    const { places, isolation, readNodeSites } = this.parts;
    if (isolation.is === 'separate') await lchown(this.instance.errorLog, 0, 0).catch(() => undefined);
    for (const { hostCode, uid } of await readNodeSites()) {
      const root = hostRoot(places, hostCode);
      if (await isThere(root)) await ensureLogs({ root, uid, isolation });
    }
  }
}
