import type { CallReply, readScan } from '@sitedeck/contract';

export type ScanStatus = CallReply<typeof readScan>;

/** What the page says of the site, by the last scan and what the owner has done since. */
export type Verdict =
  | { readonly is: 'never' }
  /** `rest`: files that are not dangerous for sure. */
  | { readonly is: 'found'; readonly high: number; readonly rest: number }
  | { readonly is: 'unsure'; readonly rest: number }
  /** Nothing was found, but some files could not be analysed: the site is not clean. */
  | { readonly is: 'unknown'; readonly unknown: number }
  /** The last scan did not come to its end. */
  | { readonly is: 'incomplete' }
  | { readonly is: 'clean'; readonly files: number };

export function verdictOf({ last, open }: ScanStatus): Verdict {
  const rest = open.suspicious + open.notice;
  if (open.high > 0) return { is: 'found', high: open.high, rest };
  if (rest > 0) return { is: 'unsure', rest };
  if (open.unknown > 0) return { is: 'unknown', unknown: open.unknown };
  if (last === null) return { is: 'never' };
  return last.isComplete ? { is: 'clean', files: last.files } : { is: 'incomplete' };
}

export const openCount = ({ open }: ScanStatus): number =>
  open.high + open.suspicious + open.notice + open.unknown;

/** Whether the site was scanned before: else there is nothing to list. */
export const isKnown = (status: ScanStatus): boolean =>
  status.last !== null || openCount(status) + status.quarantined + status.ignored > 0;
