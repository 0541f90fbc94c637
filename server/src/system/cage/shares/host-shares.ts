import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { listGroups, removeHostGroup } from './groups';
import { limitFiles, writeLimits } from './limit-files';
import { CONTROLLERS, groupFolders, type HostLimits, type HostShare, type ShareGroups } from './shares';

/** The shares of the hosts of a node. A group exists from a host's first program until the host is removed. */
export class HostShares {
  constructor(
    private readonly groups: ShareGroups,
    private readonly limitsOf: (hostCode: HostCode) => HostLimits,
  ) {}

  /**
   * Creates the group of a host, or continues one that a killed worker has left, and applies its limits. Pass the
   * result to `startCaged`.
   */
  async of(hostCode: HostCode): Promise<HostShare> {
    const { version, folders } = this.groups;
    const limits = this.limitsOf(hostCode);
    const own = groupFolders(this.groups).map((folder) => join(folder, hostCode));
    for (const folder of own) await mkdir(folder, { recursive: true });
    for (const controller of CONTROLLERS) {
      const folder = folders[controller];
      if (folder !== undefined)
        await writeLimits(join(folder, hostCode), limitFiles(version, controller, limits));
    }
    return {
      joins: own.map((folder) => join(folder, 'cgroup.procs')),
      memoryBytes: folders.memory === undefined ? undefined : limits.memoryBytes,
    };
  }

  /** Removes the group of a host whose programs have ended; false while some are in it. */
  remove(hostCode: HostCode): Promise<boolean> {
    return removeHostGroup(this.groups, hostCode);
  }

  /** Removes the groups of all other hosts, except those with programs. */
  async keepOnly(hosts: Iterable<HostCode>): Promise<void> {
    const kept = new Set<string>(hosts);
    for (const name of await listGroups(this.groups))
      if (!kept.has(name)) await removeHostGroup(this.groups, name);
  }
}
