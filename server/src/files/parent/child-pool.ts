import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { Cages } from '#system/cage/engine';
import type { HostShares } from '#system/cage/shares/host-shares';
import type { HostShare } from '#system/cage/shares/shares';
import { hostIdentity, type Identity, type Isolation } from '#system/process/identity';
import { handoverFolder } from '#system/streams/handover-folder';
import { Refusal } from '#faults/refusal';
import type { ChildLink } from './child-link';
import { startChild } from './child-start';
import type { ChildEvent, StreamReport, UploadReport } from '#files/link/child-messages';
import type { FileTarget } from '#files/link/protocol';

/** A child that wants to end stays if it was used this recently: a request may be on its way, ms. */
const JUST_USED_MS = 30_000;

export interface PoolParts {
  /** The child's bundle, readable by every host's uid. */
  readonly script: string;
  /** Folder of all hosts. */
  readonly hosts: string;
  /** Folder of the byte plane's sockets. */
  readonly sockets: string;
  /** Folder with one folder per host, for the sockets on which the worker hands bytes over to its child. */
  readonly handover: string;
  readonly isolation: Isolation;
  readonly cages: Cages;
  /** Undefined where the machine has no shares. */
  readonly shares: HostShares | undefined;
  readonly socketOwner?: Identity;
  /** Reads whether a host is suspended now. */
  readonly isSuspended: (hostCode: HostCode) => Promise<boolean>;
  /** Settles when the report is stored. */
  readonly onUpload: (hostCode: HostCode, report: UploadReport) => void | Promise<void>;
  readonly onStream: (hostCode: HostCode, report: StreamReport) => void | Promise<void>;
  /** Called when a child has ended, with the end of its error output for the log. */
  readonly onGone: (hostCode: HostCode, lastOutput: string) => void;
}

interface RunningChild {
  readonly link: Promise<ChildLink>;
  readonly uid: number;
  quotaBytes: number | null;
  usedAt: number;
}

/** One child per host, started when needed. */
export class ChildPool {
  private readonly children = new Map<HostCode, RunningChild>();

  constructor(private readonly parts: PoolParts) {}

  socketOf(hostCode: HostCode): string {
    return join(this.parts.sockets, `${hostCode}.sock`);
  }

  /**
   * Refuses with `host-gone` if the host has no tree of that uid, with `host-blocked` if it is suspended, or with
   * `engine-down` if the child can't start.
   */
  async ensure(target: FileTarget): Promise<ChildLink> {
    const current = await this.current(target);
    current.usedAt = Date.now();
    const link = await current.link;
    if (current.quotaBytes !== target.quotaBytes) {
      current.quotaBytes = target.quotaBytes;
      link.setQuota(target.quotaBytes);
    }
    return link;
  }

  /** The child of a host, if there is one now. */
  async running(hostCode: HostCode): Promise<ChildLink | undefined> {
    const link = await this.children.get(hostCode)?.link.catch(() => undefined);
    return link?.usable ? link : undefined;
  }

  /** Creates the share of the host's files, also for FTP sessions, which the FTP server starts. */
  async prepareShare(hostCode: HostCode): Promise<HostShare | undefined> {
    return this.parts.shares?.ofFiles(hostCode);
  }

  async remove(hostCode: HostCode): Promise<void> {
    const kept = this.children.get(hostCode);
    this.children.delete(hostCode);
    const link = await kept?.link.catch(() => undefined);
    link?.kill();
  }

  async close(): Promise<void> {
    await Promise.all([...this.children.keys()].map((hostCode) => this.remove(hostCode)));
  }

  /** Finds or starts the child without an `await`: two children of one host would remove each other's unfinished files. */
  private async current(target: FileTarget): Promise<RunningChild> {
    const kept = this.children.get(target.hostCode);
    const link = await kept?.link.catch(() => undefined);
    // Another caller may have started a new child since.
    if (kept !== this.children.get(target.hostCode)) return this.current(target);
    return kept && link?.usable && kept.uid === target.uid ? kept : this.begin(target);
  }

  private begin(target: FileTarget): RunningChild {
    const { hostCode, uid } = target;
    const root = this.checkedRoot(target);
    const { isolation, script, socketOwner, cages, handover } = this.parts;
    const link = startChild(
      {
        hostCode,
        script,
        root,
        handover: handoverFolder(handover, hostCode),
        socket: this.socketOf(hostCode),
        identity: hostIdentity(isolation, uid),
        cages: cages.is === 'on' ? cages.engine : undefined,
        checkHost: () => this.checkOpen(target),
        share: () => this.prepareShare(hostCode),
        ...(socketOwner && { socketOwner }),
      },
      {
        onEvent: (event) => this.receive(hostCode, event),
        onEnd: (lastOutput) => {
          if (this.children.get(hostCode)?.link === link) this.children.delete(hostCode);
          this.parts.onGone(hostCode, lastOutput);
        },
      },
    );
    const kept: RunningChild = { link, uid, quotaBytes: null, usedAt: Date.now() };
    this.children.set(hostCode, kept);
    link.catch(() => {
      if (this.children.get(hostCode) === kept) this.children.delete(hostCode);
    });
    return kept;
  }

  /** Refuses a uid that does not own the host's tree. */
  private checkedRoot({ hostCode, uid }: FileTarget): string {
    const root = join(this.parts.hosts, hostCode);
    const served = lstatSync(join(root, 'wwwroot'), { throwIfNoEntry: false });
    const owner = hostIdentity(this.parts.isolation, uid);
    if (!served?.isDirectory() || served.uid !== owner.uid) throw new Refusal('host-gone');
    return root;
  }

  /**
   * A child that is starting is known to `remove`. So whatever this reads, a suspension that removes the child
   * after it was stored leaves none.
   */
  private async checkOpen({ hostCode, passesBlock }: FileTarget): Promise<void> {
    if (!passesBlock && (await this.parts.isSuspended(hostCode))) throw new Refusal('host-blocked');
  }

  private receive(hostCode: HostCode, event: ChildEvent): void | Promise<void> {
    switch (event.event) {
      case 'ready':
        return;
      case 'idle':
        return this.letGo(hostCode);
      case 'upload':
        return this.parts.onUpload(hostCode, event);
      case 'stream':
        return this.parts.onStream(hostCode, event);
    }
  }

  private letGo(hostCode: HostCode): void {
    const kept = this.children.get(hostCode);
    if (!kept || Date.now() - kept.usedAt < JUST_USED_MS) return;
    void kept.link.then((link) => {
      if (link.busy || Date.now() - kept.usedAt < JUST_USED_MS) return;
      this.children.delete(hostCode);
      link.release();
    });
  }
}
