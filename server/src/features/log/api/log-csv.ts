import { Readable } from 'node:stream';
import { type Locale, type LogRecord } from '@sitedeck/contract';
import { RESULT_TEXTS, ROLE_TEXTS } from '@sitedeck/contract/action-texts';
import { detailText } from '@sitedeck/contract/record-texts';
import type { RawReply } from '#api/calls/handlers';
import { BYTE_ORDER_MARK, csvLine } from '#system/text/csv';
import type { LogRow } from './log-queries';
import { logReply } from './log-reply';
import { zonedTime } from './zoned-time';

const HEADER: Readonly<Record<Locale, readonly string[]>> = {
  'zh-CN': ['时间', '操作人', '角色', '来源 IP', '操作', '对象', '结果', '原因', '编号', '详情'],
  'en-US': [
    'Time',
    'Operator',
    'Role',
    'Source IP',
    'Action',
    'Object',
    'Result',
    'Reason',
    'Reference',
    'Details',
  ],
};

const roleLabel = (role: string, locale: Locale): string =>
  role in ROLE_TEXTS ? ROLE_TEXTS[role as keyof typeof ROLE_TEXTS][locale] : role;

function cellsOf(record: LogRecord, time: string, locale: Locale): readonly string[] {
  const { operator, role, address, what, object, result, why, requestId, detail } = record;
  return [
    time,
    operator,
    roleLabel(role, locale),
    address,
    what,
    object,
    RESULT_TEXTS[result][locale],
    why,
    requestId,
    detailText({ detail }, locale),
  ];
}

interface Reader {
  readonly locale: Locale;
  /** IANA name of the reader's time zone. */
  readonly timeZone: string;
}

/** Yields the text of the file in batches of lines. */
export async function* logCsv(
  batches: AsyncIterable<readonly LogRow[]>,
  { locale, timeZone }: Reader,
): AsyncGenerator<string> {
  const timeOf = zonedTime(timeZone);
  yield BYTE_ORDER_MARK + csvLine(HEADER[locale]);
  for await (const rows of batches)
    yield rows.map((row) => csvLine(cellsOf(logReply(row, locale), timeOf(row.at), locale))).join('');
}

/**
 * Requests the next batch only after the reader has taken the last one, and ends the source when the reader
 * disconnects.
 */
export const csvReply = (lines: AsyncIterable<string>, name: string): RawReply => ({
  status: 200,
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
  body: Readable.from(lines, { objectMode: false, highWaterMark: 64 * 1024 }),
});
