import { isOpen, type TaskKind } from '@sitedeck/contract';
import { useLocalTasks, useLock } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { filesTexts, type FilesKey } from '../i18n/files-texts';
import type { Rows } from '../listing/rows';

type ActKey = Extract<FilesKey, `act.${string}` | 'edit.save'>;
/** Why an act can't be done now, in words; nothing where it can. */
export type Blocked = (act: ActKey) => string | undefined;

export interface Blocks {
  /** The workspace is locked by a task. */
  readonly locked: boolean;
  /** Acts that change entries of the folder on show. */
  readonly here: Blocked;
  /** Acts that change other places or no place at all. */
  readonly anywhere: Blocked;
  /** Acts this page does itself: one at a time (specification, section 4). */
  readonly local: Blocked;
  /** An upload into the folder on show: it may join those that run. */
  readonly upload: string | undefined;
}

/** Forbidden by state: every control asks here for its reason. The server refuses the same, whatever this says. */
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
  const here: Blocked = (act) => anywhere(act) ?? place(act);
  const local: Blocked = () => (open.length > 0 ? text('lock.local') : undefined);
  return {
    locked: busy !== undefined,
    here,
    anywhere,
    local,
    upload: uploads ? place('act.upload') : (here('act.upload') ?? local('act.upload')),
  };
}

/** The task that locks the workspace. Our own upload counts before the poll has seen it. */
function useBusyKind(): TaskKind | undefined {
  const lock = useLock();
  const uploads = useLocalTasks().some(({ kind, status }) => kind === 'upload' && isOpen(status));
  if (lock.is === 'locked') return lock.task.taskType;
  return uploads ? 'UPLOAD_FILE' : undefined;
}
