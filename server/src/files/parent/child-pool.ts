import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { hostIdentity, type Identity, type Isolation } from '#system/process/identity';
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
  readonly isolation: Isolation;
  readonly socketOwner?: Identity;
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

  /** Refuses with `host-gone` if the host has no tree of that uid, or with `engine-down` if the child can't start. */
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
    const { isolation, script, socketOwner } = this.parts;
    const link = startChild(
      {
        script,
        root,
        socket: this.socketOf(hostCode),
        ...(isolation.is === 'separate' && { identity: hostIdentity(isolation, uid) }),
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
