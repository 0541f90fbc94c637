import { basename } from 'node:path';
import { HostCode } from '@sitedeck/contract';
import { readAllShareHits, storeShareHit } from '#sites/share-hits';
import type { Db } from '#state/db';
import { listGroups } from '#system/cage/shares/groups';
import { isHit, readHitCounters, type HitCounter } from '#system/cage/shares/hit-counters';
import type { KernelLog } from '#system/cage/shares/kernel-log';
import { readShareUse } from '#system/cage/shares/share-use';
import type { ShareGroups } from '#system/cage/shares/shares';
import { makeMutex } from '#system/concurrency/mutex';

export interface ShareWatchParts {
  readonly db: Db;
  readonly groups: ShareGroups;
  readonly now: () => number;
  /** Names the programs that were killed; undefined where it can't be read. */
  readonly kernelLog: KernelLog | undefined;
}

type SeenCounter = Pick<HitCounter, 'groupId' | 'count' | 'reached'>;

const keyOf = (hostCode: string, resource: HitCounter['resource']) => `${hostCode} ${resource}`;

/** Stores when programs of hosts reached a limit. */
export class ShareWatch {
  private counted: Map<string, SeenCounter> | undefined;
  /** Programs killed since the last check, by the ends of their groups' paths. */
  private readonly killed = new Map<string, string>();
  /** Hosts of which a program was killed for memory, until they are taken. */
  private readonly overMemory = new Set<HostCode>();
  private readonly inTurn = makeMutex();

  constructor(private readonly parts: ShareWatchParts) {}

  /** Compares the counters of every host with those of the last check. */
  checkAll(): Promise<void> {
    return this.inTurn(async () => {
      const hosts = await listGroups(this.parts.groups);
      await this.readLog();
      for (const name of hosts) {
        const hostCode = HostCode.safeParse(name);
        if (hostCode.success) await this.checkOne(hostCode.data);
      }
      this.killed.clear();
      for (const key of this.counted?.keys() ?? [])
        if (!hosts.has(key.split(' ')[0] ?? '')) this.counted?.delete(key);
    });
  }

  /** Call it before the limits of a host change, so that a hit is stored with the limit that held. */
  check(hostCode: HostCode): Promise<void> {
    return this.inTurn(async () => {
      await this.readLog();
      await this.checkOne(hostCode);
    });
  }

  /** Hosts of which a program was killed for memory since the last call. */
  takeOverMemory(): readonly HostCode[] {
    const hosts = [...this.overMemory];
    this.overMemory.clear();
    return hosts;
  }

  private async readLog(): Promise<void> {
    for (const { group, name } of (await this.parts.kernelLog?.killed()) ?? [])
      this.killed.set(group.split('/').slice(-2).join('/'), name);
  }

  /** What was stored by a process before this one counts too. */
  private async loadCounted(): Promise<Map<string, SeenCounter>> {
    const hits = await readAllShareHits(this.parts.db);
    return new Map(
      hits.map(({ host_code, resource, group_id, counter }) => [
        keyOf(host_code, resource),
        { groupId: group_id, count: counter, reached: 0 },
      ]),
    );
  }

  private async checkOne(hostCode: HostCode): Promise<void> {
    this.counted ??= await this.loadCounted();
    for (const counter of await readHitCounters(this.parts.groups, hostCode)) {
      const key = keyOf(hostCode, counter.resource);
      if (isHit(this.counted.get(key), counter)) {
        await this.store(hostCode, counter);
        if (counter.resource === 'memory') this.overMemory.add(hostCode);
      }
      this.counted.set(key, counter);
    }
  }

  private async store(hostCode: HostCode, { resource, groupId, count }: HitCounter): Promise<void> {
    const { db, groups, now } = this.parts;
    const limit = (await readShareUse(groups, hostCode))[resource]?.limit;
    if (limit === undefined || !Number.isFinite(limit)) return;
    const installation = basename(groups.folders[resource === 'memory' ? 'memory' : 'pids'] ?? '');
    const program = resource === 'memory' ? this.killed.get(`${installation}/${hostCode}`) : undefined;
    await storeShareHit(db, {
      ...{ host_code: hostCode, resource, at: new Date(now()), limit_value: limit },
      ...{ program: program ?? null, group_id: groupId, counter: count },
    });
  }
}
