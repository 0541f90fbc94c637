import { countsOf, shareDone, type TaskCounts, type TaskProgress } from '@sitedeck/contract';
import type { SharedKey } from '../i18n/shared-texts';
import type { Text } from '../i18n/translator';
import type { LocaleFormat } from '../i18n/use-format';
import { timeWords } from './time-words';

type NumberFormats = Omit<LocaleFormat, 'list'>;

/** Separates the parts of a line. */
export const DOT = ' · ';

type Words = Text<SharedKey>;

/** `1.20/2.81 GB`: one unit if both have the same. */
export function bytesOfTotal(done: number, total: number, format: NumberFormats): string {
  const [amount = '', unit = ''] = format.bytes(done).split(' ');
  const formattedTotal = format.bytes(total);
  return formattedTotal.endsWith(` ${unit}`)
    ? `${amount}/${formattedTotal}`
    : `${amount} ${unit}/${formattedTotal}`;
}

function filesPart(
  { files, filesTotal }: TaskCounts,
  text: Words,
  format: NumberFormats,
): string | undefined {
  if (files === undefined && filesTotal === undefined) return undefined;
  const done = files ?? 0;
  if (filesTotal === undefined) return text('progress.filesOnly', { count: done, n: format.number(done) });
  if (done === filesTotal) return text('progress.filesOnly', { count: done, n: format.number(done) });
  return text('progress.files', { done: format.number(done), total: format.number(filesTotal) });
}

function rowsPart({ rows }: TaskCounts, text: Words, format: NumberFormats): string | undefined {
  return rows === undefined ? undefined : text('progress.rows', { count: rows, n: format.number(rows) });
}

function bytesPart({ bytes, bytesTotal }: TaskCounts, format: NumberFormats): string | undefined {
  if (bytes === undefined) return undefined;
  if (bytesTotal === undefined || bytes === bytesTotal) return format.bytes(bytes);
  return bytesOfTotal(bytes, bytesTotal, format);
}

/** Figures of a task that may have ended: files, bytes, failures. */
export function countedParts(progress: TaskProgress, text: Words, format: NumberFormats): string[] {
  const counts = countsOf(progress);
  const failed = counts.filesFailed
    ? text('progress.failed', { n: format.number(counts.filesFailed) })
    : undefined;
  const counted = [filesPart(counts, text, format), rowsPart(counts, text, format)];
  return [...counted, bytesPart(counts, format), failed].filter((part) => part !== undefined);
}

/**
 * Parts of `43% · 1,204/2,800 个文件 · 1.20/2.81 GB · 12.40 MB/s · 约剩 2 分 10 秒`; no percentage if the total is
 * unknown, no remaining time with `none`.
 */
export function progressParts(
  progress: TaskProgress,
  left: number | 'none' | undefined,
  { text, format }: { readonly text: Words; readonly format: NumberFormats },
): readonly string[] {
  const share = shareDone(progress);
  const counted = countedParts(progress, text, format);
  const rate = progress.rate ? [`${format.bytes(progress.rate)}/s`] : [];
  if (share === undefined) return [...counted, ...rate];
  const line = [format.percent(share), ...counted, ...rate];
  if (left === 'none') return line;
  const rest =
    left === undefined ? text('progress.estimating') : text('progress.left', { time: timeWords(left, text) });
  return [...line, rest];
}
