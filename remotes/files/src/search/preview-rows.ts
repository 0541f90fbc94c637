import type { PreviewFile } from './use-replace';

/** One line of the preview; all are equally high. */
export type PreviewRow =
  | { readonly is: 'file'; readonly file: PreviewFile }
  | { readonly is: 'old' | 'new'; readonly line: number; readonly text: string }
  /** Changes that are made and not shown. */
  | { readonly is: 'rest' };

/** Of one file at most (contract, `previewReplace`); none where all files together have very many. */
const LINES_SENT = 200;

const isCut = ({ lines }: PreviewFile): boolean => lines.length === 0 || lines.length >= LINES_SENT;

const linesOf = (is: 'old' | 'new', line: number, text: string): PreviewRow[] =>
  text.split('\n').map((one, index) => ({ is, line: line + index, text: one }));

/** Every changed line as it was and as it becomes, file by file. */
export const previewRows = (files: readonly PreviewFile[]): PreviewRow[] =>
  files.flatMap((file): PreviewRow[] => [
    { is: 'file', file },
    ...file.lines.flatMap(({ line, before, after }) => [
      ...linesOf('old', line, before),
      ...linesOf('new', line, after),
    ]),
    ...(isCut(file) ? [{ is: 'rest' as const }] : []),
  ]);

/** The next rows with a file beyond what is drawn: Tab leads to their boxes. */
export function filesAround(rows: readonly PreviewRow[], from: number, to: number): number[] {
  const before = rows.findLastIndex((row, index) => index < from && row.is === 'file');
  const after = rows.findIndex((row, index) => index >= to && row.is === 'file');
  return [before, after].filter((index) => index >= 0);
}
