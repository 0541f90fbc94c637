import type { UploadSnapshot } from './upload-state';

/** Spreadsheets read a text that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/**
 * CSV of the files that were not uploaded and why, with a byte order mark so that spreadsheets read UTF-8.
 */
export const failedNamesCsv = (failed: UploadSnapshot['failed'], head: string): Blob =>
  new Blob(
    ['\ufeff', head, '\r\n', ...failed.map(({ path, fault }) => `${cell(path)},${cell(fault.message)}\r\n`)],
    { type: 'text/csv;charset=utf-8' },
  );
