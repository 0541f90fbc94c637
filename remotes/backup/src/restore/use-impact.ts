import type { BackupKind } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';
import { restoreTexts } from './restore-texts';

/** `mirror` deletes what was added since; `overlay` keeps it. */
export type Mode = 'mirror' | 'overlay';

/** What a restore does to files that are in the backup; `lines` is empty if none of them changes. */
export type FileImpact =
  | { readonly is: 'counting' | 'unknown' | 'nothing' }
  | { readonly is: 'counted'; readonly lines: readonly string[] };

interface Impact {
  /** What happens to files and tables newer than the backup, with the number of files once it is known. */
  readonly newer: (mode: Mode) => string;
  /** Undefined if there is nothing to say beside `newer`. */
  readonly files: FileImpact | undefined;
  /** Whether the restore takes rows of the database back. */
  readonly data: boolean;
}

const NEWER = { mirror: 'goes.removed', overlay: 'goes.stay' } as const;

/**
 * What a restore of a part changes, counted by comparing the backup with the current files. Nothing is counted unless
 * it restores the complete part.
 */
export function useImpact(point: number, part: BackupKind, isComplete: boolean): Impact {
  const text = useText(restoreTexts);
  const format = useLocaleFormat();
  const counts = isComplete && part !== 'database';
  const { data, isFetching } = backupApi.useCompareBackupQuery({ body: { point } }, { skip: !counts });
  const compared = isFetching ? undefined : data;
  const newer = (mode: Mode): string => {
    const count = compared?.added.count ?? 0;
    if (count === 0) return text(`mode.${mode}.${part}`);
    const files = text(NEWER[mode], { n: format.number(count), count });
    return part === 'both' ? text('goes.andTables', { files, tables: text(`mode.${mode}.database`) }) : files;
  };
  const filesOf = (): FileImpact | undefined => {
    if (!counts) return undefined;
    if (isFetching) return { is: 'counting' };
    if (!compared) return { is: 'unknown' };
    const { added, changed, removed } = compared;
    const lines = [
      { key: 'goes.changed' as const, n: changed.count },
      { key: 'goes.back' as const, n: removed.count },
    ]
      .filter(({ n }) => n > 0)
      .map(({ key, n }) => text(key, { n: format.number(n), count: n }));
    if (lines.length > 0) return { is: 'counted', lines };
    return added.count > 0 ? undefined : { is: 'nothing' };
  };
  return { newer, files: filesOf(), data: isComplete && part !== 'site' };
}
