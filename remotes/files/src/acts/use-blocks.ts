import { isOpen, type TaskKind } from '@sitedeck/contract';
import { useLocalTasks, useLock } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { filesTexts, type FilesKey } from '../i18n/files-texts';
import type { Rows } from '../listing/rows';

type ActKey = Extract<FilesKey, `act.${string}` | 'edit.save'>;
/** Returns why an action is disabled now; undefined if it is enabled. */
export type Blocked = (act: ActKey) => string | undefined;

export interface Blocks {
  /** The workspace is locked by a task. */
  readonly locked: boolean;
  /** For actions that change entries of the open folder. */
  readonly inOpenFolder: Blocked;
  /** For actions that change other folders, or none. */
  readonly anywhere: Blocked;
  /** For tasks of this page, which run one at a time. */
  readonly local: Blocked;
  /** For uploads into the open folder; they may join running uploads. */
  readonly upload: string | undefined;
}

/** Why controls are disabled now. The server checks the same rules again. */
export function useBlocks(path: string, rows: Rows | undefined): Blocks {
  const text = useText(filesTexts);
  const kinds = useText('ui');
  const busy = useBusyKind();
  const open = useLocalTasks().filter(({ status }) => isOpen(status));
  const uploads = open.some(({ kind }) => kind === 'upload');

  const anywhere: Blocked = (act) =>
    busy && kinds('lock.until', { task: kinds(`kind.${busy}`), act: text(act) });
  const place: Blocked = (act) => {
    if (path === '/') return text('lock.root', { act: text(act) });
    return rows?.writable === false ? text('lock.readOnly', { act: text(act) }) : undefined;
  };
  const inOpenFolder: Blocked = (act) => anywhere(act) ?? place(act);
  const local: Blocked = () => (open.length > 0 ? text('lock.local') : undefined);
  return {
    locked: busy !== undefined,
    inOpenFolder,
    anywhere,
    local,
    upload: uploads ? place('act.upload') : (inOpenFolder('act.upload') ?? local('act.upload')),
  };
}

/** The task that locks the workspace. Our own upload counts before the poll has seen it. */
function useBusyKind(): TaskKind | undefined {
  const lock = useLock();
  const uploads = useLocalTasks().some(({ kind, status }) => kind === 'upload' && isOpen(status));
  if (lock.is === 'locked') return lock.task.taskType;
  return uploads ? 'UPLOAD_FILE' : undefined;
}
