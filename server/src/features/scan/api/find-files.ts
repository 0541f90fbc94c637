import { sql } from 'kysely';
import type { CallReply, CallRequest, HostCode, listFindings } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { scanFileOf } from '../scan-store';

type Query = CallRequest<typeof listFindings>['query'];

/** High first; files that could not be analysed last. */
const BY_SEVERITY = sql`array_position(array['high', 'suspicious', 'notice'], severity) nulls last`;

const escaped = (keyword: string): string => keyword.replace(/[\\%_]/g, '\\$&');

/** One page of the files with findings. */
export async function findFiles(
  db: Db,
  hostCode: HostCode,
  { state, severity, keyword, page, size }: Query,
): Promise<CallReply<typeof listFindings>> {
  let found = db.selectFrom('scan_file').where('host_code', '=', hostCode).where('state', '=', state);
  if (severity === 'unknown') found = found.where('severity', 'is', null);
  else if (severity !== '') found = found.where('severity', '=', severity);
  if (keyword !== '') found = found.where('shown_path', 'ilike', `%${escaped(keyword)}%`);
  const [rows, { total }] = await Promise.all([
    found
      .selectAll()
      .orderBy(BY_SEVERITY)
      .orderBy('path')
      .orderBy('id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    found.select((is) => is.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { files: rows.map(scanFileOf), total };
}
