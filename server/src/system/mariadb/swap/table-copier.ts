import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { Refusal } from '#faults/refusal';
import { dumpDatabase } from '../dump/dump';
import type { Link } from '../connection/connection';
import { loadDump } from '../load/load';
import { incomingOf } from '../names';
import type { ReplaceWish } from './replace-database';
import { openLink, withAdmin, type HostDatabase } from '../connection/server';
import { tablesIn } from './swap';

const Tie = z.object({ child: z.string(), parent: z.string() });
type Tie = z.infer<typeof Tie>;

const tiesIn = (admin: Link, database: string): Promise<Tie[]> =>
  admin.rows(
    Tie,
    `SELECT TABLE_NAME AS child, REFERENCED_TABLE_NAME AS parent FROM information_schema.REFERENTIAL_CONSTRAINTS
    WHERE CONSTRAINT_SCHEMA = ?`,
    [database],
  );

/**
 * Tables that have to come along with others: a constraint goes where its table goes, so children of what is replaced,
 * and parents of what comes, would be tied to tables that are gone.
 */
async function tiedAlong(admin: Link, database: string, dropped: ReadonlySet<string>): Promise<string[]> {
  const [live, coming] = [await tablesIn(admin, database), await tablesIn(admin, incomingOf(database))];
  const leaves = new Set([...coming, ...dropped]);
  const children = (await tiesIn(admin, database)).filter(({ parent }) => leaves.has(parent));
  const parents = await tiesIn(admin, incomingOf(database));
  const wanted = new Set([...children.map(({ child }) => child), ...parents.map(({ parent }) => parent)]);
  return live.filter((name) => wanted.has(name) && !leaves.has(name));
}

/** Copies tables of the live database beside it, under the loader's hand. */
export class Bringer {
  /** Triggers that could not be brought along. */
  readonly lost: string[] = [];

  constructor(
    private readonly wish: Pick<ReplaceWish, 'server' | 'host' | 'signal'>,
    private readonly loader: HostDatabase,
  ) {}

  /** False where there is no such table. */
  async bring(table: string): Promise<boolean> {
    const { server, host } = this.wish;
    const live = await withAdmin(server, (admin) => tablesIn(admin, host.name));
    if (!live.includes(table)) return false;
    await this.copy([table]);
    return true;
  }

  /** And what the tables that are there now are tied to. */
  async complete(dropped: ReadonlySet<string>): Promise<void> {
    const { server, host } = this.wish;
    for (;;) {
      const tables = await withAdmin(server, (admin) => tiedAlong(admin, host.name, dropped));
      if (tables.length === 0) return;
      await this.copy(tables);
    }
  }

  private async copy(tables: readonly string[]): Promise<void> {
    const { server, host, signal } = this.wish;
    const output = new PassThrough();
    const link = await openLink(server, { login: this.loader, database: this.loader.name, bytes: true });
    try {
      const loaded = loadDump({
        link,
        source: output,
        charset: 'utf8',
        signal,
        check: () => Promise.resolve(),
      });
      const dumped = dumpDatabase(server, { database: host.name, tables, output, signal });
      // Either one's fault ends the other; the first that failed is the cause.
      const [gaps, { lost }] = await Promise.all([
        dumped.catch((error: unknown) => {
          output.destroy(error instanceof Error ? error : undefined);
          throw error;
        }),
        loaded.catch((error: unknown) => {
          output.destroy();
          throw error;
        }),
      ]);
      this.lost.push(...lost);
      const [gap] = gaps;
      if (gap) throw new Refusal('dump-failed', { values: { why: `${gap.name}: ${gap.why}` } });
    } finally {
      await link.close();
    }
  }
}
