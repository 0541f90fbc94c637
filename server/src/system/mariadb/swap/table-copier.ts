import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { Refusal } from '#faults/refusal';
import { dumpDatabase } from '../dump/dump';
import type { Connection } from '../connection/connection';
import { loadDump } from '../load/load';
import { incomingOf } from '../names';
import { openConnection, withAdmin, type DatabaseServer, type HostDatabase } from '../connection/server';
import { tablesIn } from './swap';

const ForeignKey = z.object({ child: z.string(), parent: z.string() });
type ForeignKey = z.infer<typeof ForeignKey>;

const foreignKeysIn = (admin: Connection, database: string): Promise<ForeignKey[]> =>
  admin.rows(
    ForeignKey,
    `SELECT TABLE_NAME AS child, REFERENCED_TABLE_NAME AS parent FROM information_schema.REFERENTIAL_CONSTRAINTS
    WHERE CONSTRAINT_SCHEMA = ?`,
    [database],
  );

/**
 * Live tables that must be copied too. A foreign key moves with its table, so the children of replaced tables and the
 * parents of incoming tables would otherwise refer to tables that no longer exist.
 */
async function connectedTables(
  admin: Connection,
  database: string,
  dropped: ReadonlySet<string>,
): Promise<string[]> {
  const [live, coming] = [await tablesIn(admin, database), await tablesIn(admin, incomingOf(database))];
  const leaves = new Set([...coming, ...dropped]);
  const children = (await foreignKeysIn(admin, database)).filter(({ parent }) => leaves.has(parent));
  const parents = await foreignKeysIn(admin, incomingOf(database));
  const wanted = new Set([...children.map(({ child }) => child), ...parents.map(({ parent }) => parent)]);
  return live.filter((name) => wanted.has(name) && !leaves.has(name));
}

interface CopySource {
  readonly server: DatabaseServer;
  readonly host: HostDatabase;
  readonly signal: AbortSignal;
}

/** Copies tables of the live database into the incoming one, as the load account. */
export class TableCopier {
  /** Triggers that could not be copied. */
  readonly lost: string[] = [];

  constructor(
    private readonly source: CopySource,
    private readonly loadAccount: HostDatabase,
  ) {}

  /** Copies one table; false if it does not exist. */
  async copyTable(table: string): Promise<boolean> {
    const { server, host } = this.source;
    const live = await withAdmin(server, (admin) => tablesIn(admin, host.name));
    if (!live.includes(table)) return false;
    await this.copy([table]);
    return true;
  }

  /** Also copies every table that a foreign key connects with the incoming tables. */
  async copyConnected(dropped: ReadonlySet<string>): Promise<void> {
    const { server, host } = this.source;
    for (;;) {
      const tables = await withAdmin(server, (admin) => connectedTables(admin, host.name, dropped));
      if (tables.length === 0) return;
      await this.copy(tables);
    }
  }

  private async copy(tables: readonly string[]): Promise<void> {
    const { server, host, signal } = this.source;
    const output = new PassThrough();
    const connection = await openConnection(server, {
      login: this.loadAccount,
      database: this.loadAccount.name,
      bytes: true,
    });
    try {
      const loaded = loadDump({
        connection,
        source: output,
        charset: 'utf8',
        signal,
        check: () => Promise.resolve(),
      });
      const dumped = dumpDatabase(server, { database: host.name, tables, output, signal });
      // If one side fails, end the other too; the first failure is the cause.
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
      await connection.close();
    }
  }
}
