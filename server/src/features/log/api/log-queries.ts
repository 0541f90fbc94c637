import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import {
  LOG_COUNT_MAX,
  LOG_NEWER_MAX,
  type CallRequest,
  type HostCode,
  type queryLog,
} from '@sitedeck/contract';
import { numberedObjectsIn } from '@sitedeck/contract/record-texts';
import { actorsMatching } from '@sitedeck/contract/operator-texts';
import { settingsNamed } from '@sitedeck/contract/setting-texts';
import type { Db } from '#state/db';
import type { OperationRow, Tables } from '#state/tables';

export type Filter = CallRequest<typeof queryLog>['body'];

/** A row without the columns that only serve searches. */
export type LogRow = Omit<OperationRow, 'words' | 'host_code' | 'account_code'>;

const COLUMNS = [
  'id',
  'at',
  'operator',
  'role',
  'address',
  'area',
  'action',
  'object',
  'result',
  'detail',
  'request_id',
] as const satisfies readonly (keyof LogRow)[];

/** Rows that an export reads at once. */
const BATCH = 1000;
/** An id is assigned before its row becomes visible. After this time every reader can see the row, ms. */
const SETTLED_MS = 3000;

/** A LIKE pattern that matches a text literally. */
const contains = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** A part of the operator's name, or of the words that a reader sees in its place. */
const actorIs = (row: ExpressionBuilder<Tables, 'operation_log'>, actor: string): Expression<SqlBool> =>
  row.or([
    sql<SqlBool>`lower(operator) like lower(${contains(actor)})`,
    ...actorsMatching(actor).map(({ operator, role }) =>
      row.and([row('operator', '=', operator), row('role', '=', role)]),
    ),
  ]);

/** A part of the object, the operator or the address, or of the words that a reader sees in their place. */
const isAbout = (row: ExpressionBuilder<Tables, 'operation_log'>, keyword: string): Expression<SqlBool> =>
  row.or([
    sql<SqlBool>`words like lower(${contains(keyword)})`,
    ...actorsMatching(keyword).map(({ operator, role }) =>
      row.and([row('operator', '=', operator), row('role', '=', role)]),
    ),
    // Of changed settings the object lists the fields.
    sql<SqlBool>`string_to_array(object, ', ') && ${settingsNamed(keyword)}::text[]`,
    ...numberedObjectsIn(keyword).map(({ object, actions }) =>
      row.and([row('object', '=', object), ...(actions ? [row('action', 'in', actions)] : [])]),
    ),
  ]);

/** Every condition includes the host, so that no filter matches rows of another. */
function matching(hostCode: HostCode, filter: Filter) {
  const { keyword, actor, area, result, from, to } = filter;
  return (row: ExpressionBuilder<Tables, 'operation_log'>): Expression<SqlBool> =>
    row.and([
      row('host_code', '=', hostCode),
      ...(keyword ? [isAbout(row, keyword)] : []),
      ...(actor ? [actorIs(row, actor)] : []),
      ...(area ? [row('area', '=', area)] : []),
      ...(result ? [row('result', result === 'ok' ? '=' : '!=', 'ok')] : []),
      ...(from ? [row('at', '>=', new Date(from))] : []),
      ...(to ? [row('at', '<', new Date(to))] : []),
    ]);
}

/** The id after which `queryNewer` continues: no row with a lower id can appear any more. */
async function settledId(db: Db, hostCode: HostCode): Promise<number> {
  const newest = await db
    .selectFrom('operation_log')
    .select('id')
    .where('host_code', '=', hostCode)
    .where('at', '<', sql<Date>`now() - ${SETTLED_MS} * interval '1 millisecond'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? 0;
}

async function countUpTo(db: Db, hostCode: HostCode, filter: Filter): Promise<number> {
  const some = db
    .selectFrom('operation_log')
    .select('id')
    .where(matching(hostCode, filter))
    .limit(LOG_COUNT_MAX + 1);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

interface Page {
  readonly page: number;
  readonly size: number;
}

/**
 * Reads one page, newest first. Counts the rows only if the page alone does not show their number, and never
 * beyond `LOG_COUNT_MAX`.
 */
export async function queryLogPage(db: Db, hostCode: HostCode, { page, size, ...filter }: Filter & Page) {
  const skipped = (page - 1) * size;
  const cursor = await settledId(db, hostCode);
  const rows: LogRow[] =
    skipped >= LOG_COUNT_MAX
      ? []
      : await db
          .selectFrom('operation_log')
          .select(COLUMNS)
          .where(matching(hostCode, filter))
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(size)
          .offset(skipped)
          .execute();
  const isLast = rows.length < size && (rows.length > 0 || page === 1);
  const counted = isLast ? skipped + rows.length : await countUpTo(db, hostCode, filter);
  const total = Math.min(counted, LOG_COUNT_MAX);
  return { rows, total, pages: Math.ceil(total / size), more: counted > LOG_COUNT_MAX, cursor };
}

/** The rows after a row, oldest first. */
export const queryNewer = (
  db: Db,
  hostCode: HostCode,
  { id, ...filter }: Filter & { id: number },
): Promise<LogRow[]> =>
  db
    .selectFrom('operation_log')
    .select(COLUMNS)
    .where(matching(hostCode, filter))
    .where('id', '>', id)
    .orderBy('id')
    .limit(LOG_NEWER_MAX)
    .execute();

/** Yields all matching rows, newest first, in batches; the server holds nothing between two of them. */
export async function* readBatches(
  db: Db,
  hostCode: HostCode,
  filter: Filter,
): AsyncGenerator<readonly LogRow[]> {
  let last: { readonly moment: string; readonly id: number } | undefined;
  for (;;) {
    const after = last;
    const rows: (LogRow & { moment: string })[] = await db
      .selectFrom('operation_log')
      .select(COLUMNS)
      // In full: a `Date` holds no microseconds, and rows would come twice or not at all.
      .select(sql<string>`at::text`.as('moment'))
      .where(matching(hostCode, filter))
      .$if(after !== undefined, (query) =>
        query.where(sql<SqlBool>`(at, id) < (${after?.moment}::timestamptz, ${after?.id})`),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(BATCH)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1);
  }
}
