import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { HostCode } from '@sitedeck/contract';
import { pathExists } from '#system/disk/exists';
import { listGroups, removeHostGroup } from './groups';
import { limitFiles, writeLimits } from './limit-files';
import { readMemoryInUse } from './share-use';
import {
  CONTROLLERS,
  filesGroup,
  groupFolders,
  type HostLimits,
  type HostShare,
  type ShareGroups,
} from './shares';

type LimitsOf = (hostCode: HostCode) => HostLimits | Promise<HostLimits>;

/**
 * What a host's file process and FTP sessions may use, besides the host's limits of processor and disk. The memory is
 * half as much again as the heap of a file process.
 */
const FILES_LIMITS = { memoryBytes: 1536 * 1024 ** 2, processes: 256, endsOneByOne: true };

/**
 * The shares of the hosts of a node: one for the host's own programs, and one for its files, so that an owner can
 * still reach the files of a site that uses up its share. A group exists from a host's first program until the host is
 * removed.
 */
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
    await this.create(hostCode);
    return this.shareOf(hostCode, await this.limit(hostCode));
  }

  /** The same for the file process of a host and its FTP sessions. */
  async ofFiles(hostCode: HostCode): Promise<HostShare> {
    const name = filesGroup(hostCode);
    await this.create(name);
    return this.shareOf(name, await this.limitFilesOf(hostCode));
  }

  /** Applies the current limits of a host to its programs, if it has any; a limit of memory may wait. */
  async apply(hostCode: HostCode): Promise<void> {
    if (await this.exists(hostCode)) await this.limit(hostCode);
    if (await this.exists(filesGroup(hostCode))) await this.limitFilesOf(hostCode);
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
      await this.apply(hostCode).catch((error: unknown) => {
        this.waiting.add(hostCode);
        throw error;
      });
    }
  }

  /** Removes the groups of a host whose programs have ended; false while some are in them. */
  async remove(hostCode: HostCode): Promise<boolean> {
    this.waiting.delete(hostCode);
    const names = [hostCode, filesGroup(hostCode)];
    const removed = await Promise.all(names.map((name) => removeHostGroup(this.groups, name)));
    return removed.every(Boolean);
  }

  /** Removes the groups of all other hosts, except those with programs. */
  async keepOnly(hosts: Iterable<HostCode>): Promise<void> {
    const kept = new Set([...hosts].flatMap((hostCode) => [hostCode, filesGroup(hostCode)]));
    for (const name of await listGroups(this.groups))
      if (!kept.has(name)) await removeHostGroup(this.groups, name);
  }

  private foldersOf(name: string): readonly string[] {
    return groupFolders(this.groups).map((folder) => join(folder, name));
  }

  private async create(name: string): Promise<void> {
    for (const folder of this.foldersOf(name)) await mkdir(folder, { recursive: true });
  }

  private async exists(name: string): Promise<boolean> {
    return (await Promise.all(this.foldersOf(name).map(pathExists))).every(Boolean);
  }

  private shareOf(name: string, limits: HostLimits): HostShare {
    const { memory, pids } = this.groups.folders;
    return {
      joins: this.foldersOf(name).map((folder) => join(folder, 'cgroup.procs')),
      memoryBytes: memory === undefined ? undefined : limits.memoryBytes,
      processes: pids === undefined ? undefined : limits.processes,
    };
  }

  /** Reads the limits again after writing them: another process may have written newer ones meanwhile. */
  private async limit(hostCode: HostCode): Promise<HostLimits> {
    for (;;) {
      const limits = await this.limitsOf(hostCode);
      this.waiting.delete(hostCode);
      if ((await this.write(hostCode, limits)) === 'waits') this.waiting.add(hostCode);
      if (isDeepStrictEqual(limits, await this.limitsOf(hostCode))) return limits;
    }
  }

  private async limitFilesOf(hostCode: HostCode): Promise<HostLimits> {
    const limits = { ...(await this.limitsOf(hostCode)), ...FILES_LIMITS };
    await this.write(filesGroup(hostCode), limits);
    return limits;
  }

  /** `waits`: the programs use more memory than the new limit, so the previous one holds. */
  private async write(name: string, limits: HostLimits): Promise<'written' | 'waits'> {
    const { version, folders } = this.groups;
    let waits = false;
    for (const controller of CONTROLLERS) {
      const parent = folders[controller];
      if (parent === undefined) continue;
      // Version 2 would end the programs at once.
      const isOver =
        controller === 'memory' && (await readMemoryInUse(this.groups, name)) > limits.memoryBytes;
      const files = limitFiles(version, controller, limits);
      if (isOver || (await writeLimits(join(parent, name), files)) === 'busy') waits = true;
    }
    return waits ? 'waits' : 'written';
  }
}
