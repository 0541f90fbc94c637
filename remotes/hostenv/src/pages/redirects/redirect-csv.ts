import type { Redirect } from '@sitedeck/contract';
import { problemOf, type RedirectProblem } from './redirect-form';

export interface ImportLine {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly redirect: Redirect;
  readonly problem: RedirectProblem | 'parts' | undefined;
}

const HEAD = /^"?(?:source|源地址)"?[,;\t ]/i;
const YES = /^(?:1|true|yes|y|是)$/i;

/** Cells of a line, separated by commas, semicolons or tabs, quoted or not; else by blanks and arrows. */
function cellsOf(line: string): string[] {
  if (!/[,;\t]/.test(line)) return line.split(/\s*(?:=>|->|→)\s*|\s+/u).filter((cell) => cell !== '');
  const cells = line.match(/(?<=^|[,;\t])(?:"(?:[^"]|"")*"|[^,;\t]*)/g) ?? [];
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"([^]*)"$/, '$1')
      .replaceAll('""', '"'),
  );
}

/** Parses pasted redirects, each with its problem. Skips empty lines, comments and a header. */
export function readImport(text: string, existing: readonly Redirect[]): ImportLine[] {
  const taken = new Set(existing.map(({ source }) => source));
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ text: line.trim(), line: index + 1 }))
    .filter(
      ({ text: words, line }) => words !== '' && !words.startsWith('#') && !(line === 1 && HEAD.test(words)),
    )
    .map(({ text: words, line }) => {
      const [source = '', target = '', path = '', query = ''] = cellsOf(words);
      const redirect = { source, target, keepPath: YES.test(path), keepQuery: YES.test(query) };
      const problem = target === '' ? 'parts' : problemOf(redirect, taken);
      taken.add(source);
      return { line, text: words, redirect, problem };
    });
}

const cell = (value: string): string =>
  /[",;\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** Writes what `readImport` reads, with a header line and a byte order mark for spreadsheets. */
export function writeCsv(redirects: readonly Redirect[]): string {
  const rows = redirects.map(({ source, target, keepPath, keepQuery }) =>
    [cell(source), cell(target), keepPath ? '1' : '0', keepQuery ? '1' : '0'].join(','),
  );
  return `\uFEFF${['source,target,keepPath,keepQuery', ...rows].join('\r\n')}\r\n`;
}

/** Downloads the redirects as a CSV file. */
export function saveCsv(redirects: readonly Redirect[]): void {
  const address = URL.createObjectURL(new Blob([writeCsv(redirects)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'redirects.csv';
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
