import { z } from 'zod';
import type { DatabaseTable } from '@sitedeck/contract';
import type { Connection } from '../connection/connection';
import { BYTES, Count, WITHOUT_LOCKS } from './size';

/** Converts `2026-11-22 08:15:30.5`, as read from a connection in UTC. */
export const isoTime = (text: string): string => `${text.slice(0, 19).replace(' ', 'T')}Z`;

const Text = z.string().nullable();
const TableRow = z.object({
  name: z.string(),
  type: z.string(),
  engine: Text,
  total: z.coerce.number().nullable(),
  bytes: Count,
  collation: Text,
  updated: Text,
});

/** Engines that count rows and bytes. InnoDB estimates both from a sample, and so may an engine not named here. */
const COUNTING_ENGINES = ['MyISAM', 'MRG_MyISAM', 'Aria', 'MEMORY', 'CSV', 'ARCHIVE'];

/** Tables and views, sorted by name. */
export async function tablesOf(admin: Connection, database: string): Promise<DatabaseTable[]> {
  const sql = `${WITHOUT_LOCKS} SELECT TABLE_NAME AS name, TABLE_TYPE AS type, ENGINE AS engine, TABLE_ROWS AS total, ${BYTES} AS bytes,
      TABLE_COLLATION AS collation, COALESCE(UPDATE_TIME, CREATE_TIME) AS updated
    FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME`;
  const rows = await admin.rows(TableRow, sql, [database]);
  return rows.map((row) => {
    const isView = row.type === 'VIEW';
    return {
      name: row.name,
      kind: isView ? 'view' : 'table',
      engine: row.engine ?? '',
      rows: isView ? null : (row.total ?? 0),
      bytes: row.bytes,
      estimated: !isView && !COUNTING_ENGINES.includes(row.engine ?? ''),
      collation: row.collation ?? '',
      updatedAt: row.updated === null ? null : isoTime(row.updated),
    };
  });
}
