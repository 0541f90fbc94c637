import type { CallReply, checkImport, DUMP_CHARSETS, Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { databaseApi } from '../database.api';

export type ImportFindings = CallReply<typeof checkImport>;
type Reason = 'reason.none' | 'reason.checking' | 'reason.refused' | 'reason.failed';

/** What the check found in the file, and why it can't be imported as it is. */
export type ImportCheckState =
  | { readonly is: 'none' | 'checking'; readonly reason: Reason }
  | { readonly is: 'failed'; readonly reason: Reason; readonly fault: Fault; readonly retry: () => void }
  | { readonly is: 'found'; readonly reason: Reason | undefined; readonly found: ImportFindings };

export type Charset = (typeof DUMP_CHARSETS)[number];

export function useImportCheck(path: string | undefined, charset: Charset): ImportCheckState {
  const { currentData, error, isFetching, refetch } = databaseApi.useCheckImportQuery(
    { body: { path: path ?? '/', charset } },
    { skip: path === undefined, refetchOnMountOrArgChange: true },
  );
  if (path === undefined) return { is: 'none', reason: 'reason.none' };
  if (isFetching) return { is: 'checking', reason: 'reason.checking' };
  if (error !== undefined)
    return { is: 'failed', reason: 'reason.failed', fault: toFault(error), retry: () => void refetch() };
  if (!currentData) return { is: 'checking', reason: 'reason.checking' };
  const reason = currentData.refused > 0 ? 'reason.refused' : undefined;
  return { is: 'found', reason, found: currentData };
}
