import { sql } from 'kysely';
import type { RemoteEvent } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { errorCounter, loadCounter, type Count } from './health';

const HOUR_MS = 3600_000;
/** Time span that a status covers, ms. */
const STATUS_MS = 24 * HOUR_MS;
/** Hourly counts are kept for this long, ms. */
const KEPT_MS = 7 * 24 * HOUR_MS;

interface Row extends Count {
  readonly name: string;
  readonly version: string;
  readonly hour: Date;
}

/**
 * Adds up what pages report and writes it in batches, so that a page that fails in a loop causes one row and
 * not a thousand.
 */
export class HealthStore {
  private counts = new Map<string, Row>();

  constructor(
    private readonly db: Db,
    private readonly now: () => number,
  ) {}

  add(event: RemoteEvent): void {
    const { name, version } = event;
    const hour = new Date(Math.floor(this.now() / HOUR_MS) * HOUR_MS);
    const what = event.is === 'loaded' ? loadCounter(event.ms) : errorCounter(event.stage);
    const key = [name, version, hour.getTime(), what].join(' ');
    const count = (this.counts.get(key)?.count ?? 0) + 1;
    this.counts.set(key, { name, version, hour, what, count });
  }

  /** Writes the collected counts. Those that can't be written are kept for the next time. */
  async flush(): Promise<void> {
    const rows = [...this.counts.values()];
    if (rows.length === 0) return;
    this.counts = new Map();
    try {
      await this.write(rows);
    } catch (error) {
      for (const row of rows) this.putBack(row);
      throw error;
    }
  }

  async read(name: string): Promise<ReadonlyMap<string, readonly Count[]>> {
    await this.flush();
    const rows = await this.db
      .selectFrom('remote_health')
      .select(['version', 'what', sql<number>`sum(count)::bigint`.as('count')])
      .where('name', '=', name)
      .where('hour', '>', new Date(this.now() - STATUS_MS))
      .groupBy(['version', 'what'])
      .orderBy('what')
      .execute();
    const byVersion = new Map<string, Count[]>();
    for (const { version, ...count } of rows)
      byVersion.set(version, [...(byVersion.get(version) ?? []), count]);
    return byVersion;
  }

  async sweep(): Promise<void> {
    await this.db
      .deleteFrom('remote_health')
      .where('hour', '<', new Date(this.now() - KEPT_MS))
      .execute();
  }

  private async write(rows: readonly Row[]): Promise<void> {
    // In a fixed order, so that two processes never wait for each other's rows.
    const ordered = [...rows].sort((a, b) =>
      `${a.name} ${a.version} ${a.what}` < `${b.name} ${b.version} ${b.what}` ? -1 : 1,
    );
    await this.db
      .insertInto('remote_health')
      .values(ordered)
      .onConflict((conflict) =>
        conflict
          .columns(['name', 'version', 'hour', 'what'])
          .doUpdateSet({ count: sql<number>`remote_health.count + excluded.count` }),
      )
      .execute();
  }

  private putBack(row: Row): void {
    const key = [row.name, row.version, row.hour.getTime(), row.what].join(' ');
    const since = this.counts.get(key)?.count ?? 0;
    this.counts.set(key, { ...row, count: row.count + since });
  }
}
