import type { PreviewFile } from './use-replace';

/** One line of the preview; all have the same height. */
export type PreviewRow =
  | { readonly is: 'file'; readonly file: PreviewFile }
  | { readonly is: 'old' | 'new'; readonly line: number; readonly text: string }
  /** Changes that are made and not shown. */
  | { readonly is: 'rest' };

/** Lines sent per file at most (contract, `previewReplace`); none if all files together have too many. */
const LINES_SENT = 200;

const isCut = ({ lines }: PreviewFile): boolean => lines.length === 0 || lines.length >= LINES_SENT;

const linesOf = (is: 'old' | 'new', line: number, text: string): PreviewRow[] =>
  text.split('\n').map((one, index) => ({ is, line: line + index, text: one }));

/** Each changed line before and after, by file. */
export const previewRows = (files: readonly PreviewFile[]): PreviewRow[] =>
  files.flatMap((file): PreviewRow[] => [
    { is: 'file', file },
    ...file.lines.flatMap(({ line, before, after }) => [
      ...linesOf('old', line, before),
      ...linesOf('new', line, after),
    ]),
    ...(isCut(file) ? [{ is: 'rest' as const }] : []),
  ]);

/** Indexes of the nearest file rows before and after the drawn ones, so that Tab reaches their checkboxes. */
export function nearestFileRows(rows: readonly PreviewRow[], from: number, to: number): number[] {
  const before = rows.findLastIndex((row, index) => index < from && row.is === 'file');
  const after = rows.findIndex((row, index) => index >= to && row.is === 'file');
  return [before, after].filter((index) => index >= 0);
}
