import type { FileEntry } from '@sitedeck/contract';
import type { FilesKey } from '../i18n/files-texts';
import { isEditable } from './is-editable';
import type { Blocks } from './use-blocks';

type ActName = 'open' | 'download' | 'rename' | 'copy' | 'cut' | 'resetPermission' | 'remove';

/** Something that can be done with the chosen entries, for the bar and for menus alike. */
export interface FileAct {
  readonly key: ActName;
  readonly label: string;
  /** Why not now. */
  readonly blocked: string | undefined;
  readonly danger: boolean;
  readonly run: () => void;
}

export type RunAct = (act: ActName, entries: readonly FileEntry[]) => void;

/** The acts that make sense for `entries`, in the order in which they are offered. */
export function fileActs(
  entries: readonly FileEntry[],
  parts: { readonly blocks: Blocks; readonly text: (key: FilesKey, values?: Record<string, string>) => string; readonly run: RunAct },
): FileAct[] {
  const { blocks, text, run } = parts;
  const [first] = entries;
  if (!first) return [];
  const one = entries.length === 1 ? first : undefined;
  const isFile = one !== undefined && one.type !== 'folder';
  const unreadable = entries.some(({ unreadableName }) => unreadableName);
  const act = (key: ActName, label: Extract<FilesKey, `act.${string}`>, blocked?: string, danger = false): FileAct => ({
    key,
    label: text(label),
    blocked: unreadable ? text('lock.unreadable', { act: text(label) }) : blocked,
    danger,
    run: () => run(key, entries),
  });
  const download = isFile ? act('download', 'act.download') : act('download', 'act.downloadZip', blocks.local('act.downloadZip'));
  return [
    ...(one?.type === 'folder' ? [act('open', 'act.open')] : []),
    ...(one && isEditable(one) ? [act('open', 'act.edit')] : []),
    download,
    ...(one ? [act('rename', 'act.rename', blocks.here('act.rename'))] : []),
    act('copy', 'act.copy'),
    act('cut', 'act.cut', blocks.here('act.cut')),
    ...(one && one.type !== 'link' ? [act('resetPermission', 'act.resetPermission', blocks.here('act.resetPermission'))] : []),
    act('remove', 'act.remove', blocks.here('act.remove'), true),
  ];
}
