import type { Redirect } from '@sitedeck/contract';
import { writeCsv } from './redirect-csv';

/** Gives the redirects to whoever sits here, as a file. */
export function saveCsv(redirects: readonly Redirect[]): void {
  const address = URL.createObjectURL(new Blob([writeCsv(redirects)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'redirects.csv';
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
