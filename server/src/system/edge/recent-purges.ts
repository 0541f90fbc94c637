import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { CdnPurge, CdnQuery, HostCode } from '@sitedeck/contract';
import { z } from 'zod';
import { codeOf } from '#faults/error-code';
import { hostOfEntry, isPurgesFile, purgesFile } from './edge-folders';

const Purge = z.object({
  purge: CdnPurge,
  policy: CdnQuery,
  /** s since 1970. */
  at: z.number(),
});
export type RecentPurge = Readonly<z.infer<typeof Purge>>;

/** Purges whose later scans are still due. A file for each host keeps them, so that the next worker completes them. */
export class RecentPurges {
  private readonly purges = new Map<HostCode, readonly RecentPurge[]>();

  constructor(private readonly folder: string) {}

  of(hostCode: HostCode): readonly RecentPurge[] {
    return this.purges.get(hostCode) ?? [];
  }

  /** A purge of everything covers the earlier ones. */
  add(hostCode: HostCode, purge: RecentPurge): void {
    const earlier = purge.purge.is === 'all' ? [] : this.of(hostCode);
    this.keep(hostCode, [...earlier, purge]);
  }

  drop(hostCode: HostCode, purges: readonly RecentPurge[]): void {
    this.keep(
      hostCode,
      this.of(hostCode).filter((purge) => !purges.includes(purge)),
    );
  }

  /** Reads the purges that a killed worker left, and returns their hosts. */
  load(): readonly HostCode[] {
    for (const name of readdirSync(this.folder).filter(isPurgesFile)) {
      const hostCode = HostCode.parse(hostOfEntry(name));
      this.purges.set(hostCode, this.read(hostCode));
    }
    return [...this.purges.keys()];
  }

  /** If the file can't be read, everything is purged. */
  private read(hostCode: HostCode): readonly RecentPurge[] {
    try {
      return z.array(Purge).parse(JSON.parse(readFileSync(purgesFile(this.folder, hostCode), 'utf8')));
    } catch {
      return [{ purge: { is: 'all' }, policy: { is: 'all' }, at: Date.now() / 1000 }];
    }
  }

  /** Synchronous, so that two purges of one host can't overwrite each other's file. */
  private keep(hostCode: HostCode, purges: readonly RecentPurge[]): void {
    const file = purgesFile(this.folder, hostCode);
    if (purges.length === 0) {
      this.purges.delete(hostCode);
      rmSync(file, { force: true });
      return;
    }
    this.purges.set(hostCode, purges);
    try {
      writeFileSync(`${file}.part`, JSON.stringify(purges), { mode: 0o600 });
      renameSync(`${file}.part`, file);
    } catch (error) {
      // No folder of caches, so nothing is cached.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}
