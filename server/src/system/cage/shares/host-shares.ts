import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { HostCode } from '@sitedeck/contract';
import { pathExists } from '#system/disk/exists';
import { listGroups, removeHostGroup } from './groups';
import { limitFiles, writeLimits } from './limit-files';
import { readMemoryInUse } from './share-use';
import { CONTROLLERS, groupFolders, type HostLimits, type HostShare, type ShareGroups } from './shares';

type LimitsOf = (hostCode: HostCode) => HostLimits | Promise<HostLimits>;

/** The shares of the hosts of a node. A group exists from a host's first program until the host is removed. */
export class HostShares {
  /** Hosts that use more memory than their new limit. */
  private readonly waiting = new Set<HostCode>();

  constructor(
    private readonly groups: ShareGroups,
    private readonly limitsOf: LimitsOf,
  ) {}

  /**
   * Creates the group of a host, or continues one that a killed worker has left, and applies its limits. Pass the
   * result to `startCaged`.
   */
  async of(hostCode: HostCode): Promise<HostShare> {
    const { folders } = this.groups;
    const own = this.foldersOf(hostCode);
    for (const folder of own) await mkdir(folder, { recursive: true });
    const limits = await this.limit(hostCode);
    return {
      joins: own.map((folder) => join(folder, 'cgroup.procs')),
      memoryBytes: folders.memory === undefined ? undefined : limits.memoryBytes,
      processes: folders.pids === undefined ? undefined : limits.processes,
    };
  }

  /** Applies the current limits of a host to its programs, if it has any; a limit of memory may wait. */
  async apply(hostCode: HostCode): Promise<void> {
    const exist = await Promise.all(this.foldersOf(hostCode).map(pathExists));
    if (exist.every(Boolean)) await this.limit(hostCode);
  }

  /** Applies the current limits to the programs of all hosts, which another process may have started. */
  async applyAll(): Promise<void> {
    for (const name of await listGroups(this.groups)) {
      const hostCode = HostCode.safeParse(name);
      if (hostCode.success) await this.apply(hostCode.data);
    }
  }

  /** Tries again to apply limits that waited for their hosts to use less memory. */
  async retry(): Promise<void> {
    for (const hostCode of [...this.waiting]) {
      this.waiting.delete(hostCode);
      await this.apply(hostCode);
    }
  }

  /** Removes the group of a host whose programs have ended; false while some are in it. */
  remove(hostCode: HostCode): Promise<boolean> {
    this.waiting.delete(hostCode);
    return removeHostGroup(this.groups, hostCode);
  }

  /** Removes the groups of all other hosts, except those with programs. */
  async keepOnly(hosts: Iterable<HostCode>): Promise<void> {
    const kept = new Set<string>(hosts);
    for (const name of await listGroups(this.groups))
      if (!kept.has(name)) await removeHostGroup(this.groups, name);
  }

  private foldersOf(hostCode: HostCode): readonly string[] {
    return groupFolders(this.groups).map((folder) => join(folder, hostCode));
  }

  /** Reads the limits again after writing them: another process may have written newer ones meanwhile. */
  private async limit(hostCode: HostCode): Promise<HostLimits> {
    for (;;) {
      const limits = await this.limitsOf(hostCode);
      await this.write(hostCode, limits);
      if (isDeepStrictEqual(limits, await this.limitsOf(hostCode))) return limits;
    }
  }

  private async write(hostCode: HostCode, limits: HostLimits): Promise<void> {
    const { version, folders } = this.groups;
    this.waiting.delete(hostCode);
    for (const controller of CONTROLLERS) {
      const parent = folders[controller];
      if (parent === undefined) continue;
      // Version 2 would end the programs of the host at once.
      const waits =
        controller === 'memory' && (await readMemoryInUse(this.groups, hostCode)) > limits.memoryBytes;
      const written =
        waits || (await writeLimits(join(parent, hostCode), limitFiles(version, controller, limits)));
      if (waits || written === 'busy') this.waiting.add(hostCode);
    }
  }
}
