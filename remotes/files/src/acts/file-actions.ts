import type { FileEntry } from '@sitedeck/contract';
import type { FilesKey } from '../i18n/files-texts';
import { isArchive } from '../archives/archive-name';
import { isEditable, isPreviewed } from './is-editable';
import type { BlockedActions } from './use-blocked-actions';

export type ActionName =
  | 'open'
  | 'download'
  | 'rename'
  | 'copy'
  | 'cut'
  | 'extract'
  | 'compress'
  | 'history'
  | 'measure'
  | 'changeMode'
  | 'resetPermission'
  | 'remove'
  | 'removeForGood';

/** An action on the selected entries, for the bar and for menus. */
export interface FileAction {
  readonly key: ActionName;
  readonly label: string;
  /** Why it is disabled now. */
  readonly blocked: string | undefined;
  readonly danger: boolean;
}

export type RunAction = (act: ActionName, entries: readonly FileEntry[]) => void;

type ActLabel = Extract<FilesKey, `act.${string}`>;

const LABELS = {
  open: 'act.open',
  download: 'act.download',
  rename: 'act.rename',
  copy: 'act.copy',
  cut: 'act.cut',
  extract: 'act.extract',
  compress: 'act.compress',
  history: 'act.history',
  measure: 'act.measure',
  changeMode: 'act.changeMode',
  resetPermission: 'act.resetPermission',
  remove: 'act.remove',
  removeForGood: 'act.removeForGood',
} as const satisfies Record<ActionName, ActLabel>;

/** The actions that apply to `entries`, in the order shown. */
export function fileActions(
  entries: readonly FileEntry[],
  parts: {
    readonly blocks: BlockedActions;
    readonly text: (key: FilesKey, values?: Record<string, string>) => string;
  },
): FileAction[] {
  const { blocks, text } = parts;
  const [first] = entries;
  if (!first) return [];
  const one = entries.length === 1 ? first : undefined;
  const isFile = one !== undefined && one.type !== 'folder';
  const unreadable = entries.some(({ unreadableName }) => unreadableName);
  const act = (key: ActionName, blocked?: string, label: ActLabel = LABELS[key]): FileAction => ({
    key,
    label: text(label),
    blocked: unreadable && !isRemoval(key) ? text('lock.unreadable', { act: text(label) }) : blocked,
    danger: isRemoval(key),
  });
  const way = one && openLabel(one);
  const changes = (key: Exclude<ActionName, 'open' | 'download' | 'compress' | 'history' | 'measure'>) =>
    act(key, blocks.inOpenFolder(LABELS[key]));
  return [
    ...(way ? [act('open', undefined, way)] : []),
    isFile ? act('download') : act('download', undefined, 'act.downloadZip'),
    ...(one ? [changes('rename')] : []),
    act('copy'),
    changes('cut'),
    ...(one && isArchive(one) ? [act('extract', blocks.pageTask('act.extract'))] : []),
    act('compress', blocks.pageTask('act.compress')),
    ...(one?.type === 'file' ? [act('history')] : []),
    ...folders(entries)
      .map(() => act('measure'))
      .slice(0, 1),
    ...(entries.some(({ type }) => type === 'file' || type === 'folder') ? [changes('changeMode')] : []),
    ...(one && one.type !== 'link' ? [changes('resetPermission')] : []),
    changes('remove'),
    changes('removeForGood'),
  ];
}

const folders = (entries: readonly FileEntry[]) => entries.filter(({ type }) => type === 'folder');

/** Deleting also works for entries whose name is not valid text. */
export const isRemoval = (key: ActionName): boolean => key === 'remove' || key === 'removeForGood';

/** Label for opening the entry; undefined if it can only be downloaded. */
function openLabel(entry: FileEntry): 'act.open' | 'act.edit' | undefined {
  if (entry.type === 'folder' || isPreviewed(entry)) return 'act.open';
  return isEditable(entry) ? 'act.edit' : undefined;
}
