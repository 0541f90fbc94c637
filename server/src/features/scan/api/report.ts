import { Readable } from 'node:stream';
import type { HostCode, Locale, ScanFile, ScanSeverity, ScanState } from '@sitedeck/contract';
import { SCAN_TECHNIQUE_TEXTS, SCAN_UNKNOWN_TEXTS } from '@sitedeck/contract/scan-texts';
import { attachment } from '#api/calls/attachment';
import type { RawReply } from '#api/calls/handlers';
import type { Db } from '#state/db';
import { BYTE_ORDER_MARK, csvLine } from '#system/text/csv';
import { scanFileOf } from '../scan-store';

const BATCH = 200;

const HEADER: Readonly<Record<Locale, readonly string[]>> = {
  'zh-CN': ['文件', '状态', '级别', '类型', '行', '大小', '修改时间', '首次发现', 'SHA-256', '原因'],
  'en-US': [
    ...['File', 'State', 'Severity', 'Type', 'Line'],
    ...['Size', 'Modified', 'First seen', 'SHA-256', 'Reason'],
  ],
};

const STATES: Readonly<Record<ScanState, Readonly<Record<Locale, string>>>> = {
  open: { 'zh-CN': '待处理', 'en-US': 'Open' },
  quarantined: { 'zh-CN': '已隔离', 'en-US': 'Quarantined' },
  ignored: { 'zh-CN': '已忽略', 'en-US': 'Ignored' },
  resolved: { 'zh-CN': '已处理', 'en-US': 'Resolved' },
};

const SEVERITIES: Readonly<Record<ScanSeverity, Readonly<Record<Locale, string>>>> = {
  high: { 'zh-CN': '高危', 'en-US': 'High' },
  suspicious: { 'zh-CN': '可疑', 'en-US': 'Suspicious' },
  notice: { 'zh-CN': '提示', 'en-US': 'Notice' },
};

/** All files with findings, in batches. */
async function* readFiles(db: Db, hostCode: HostCode): AsyncGenerator<readonly ScanFile[]> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('scan_file')
      .selectAll()
      .where('host_code', '=', hostCode)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    yield rows.map(scanFileOf);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

/** One line for each finding; one for a file that could not be analysed. */
function linesOf(file: ScanFile, locale: Locale): string {
  const common = [String(file.size), file.modifiedAt, file.firstSeenAt, file.hash, file.reason];
  const state = STATES[file.state][locale];
  if (file.unknown !== null)
    return csvLine([file.path, state, '', SCAN_UNKNOWN_TEXTS[file.unknown][locale], '', ...common]);
  return file.findings
    .map(({ severity, technique, line }) => {
      const what = [SEVERITIES[severity][locale], SCAN_TECHNIQUE_TEXTS[technique][locale]];
      return csvLine([file.path, state, ...what, String(line), ...common]);
    })
    .join('');
}

async function* csvOf(batches: AsyncIterable<readonly ScanFile[]>, locale: Locale): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADER[locale]);
  for await (const files of batches) yield files.map((file) => linesOf(file, locale)).join('');
}

async function* jsonOf(batches: AsyncIterable<readonly ScanFile[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const files of batches)
    for (const file of files) {
      yield separator + JSON.stringify(file);
      separator = ',\n';
    }
  yield separator.startsWith('[') ? '[]\n' : '\n]\n';
}

/** The report of a host's findings, as a file to save. */
export function scanReportReply(
  db: Db,
  hostCode: HostCode,
  { format, locale }: { readonly format: 'csv' | 'json'; readonly locale: Locale },
): RawReply {
  const batches = readFiles(db, hostCode);
  const text = format === 'csv' ? csvOf(batches, locale) : jsonOf(batches);
  return {
    status: 200,
    headers: {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      'content-disposition': attachment(`web-shell-scan-${hostCode}.${format}`),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: Readable.from(text, { objectMode: false, highWaterMark: 64 * 1024 }),
  };
}
