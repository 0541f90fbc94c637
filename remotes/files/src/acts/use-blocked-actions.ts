import { isOpen } from '@sitedeck/contract';
import { useLocalTasks, useLock } from '@sitedeck/sdk';
import { taskNameKey, useText } from '@sitedeck/ui/core';
import { filesTexts, type FilesKey } from '../i18n/files-texts';
import type { Rows } from '../listing/rows';
import { useUpload } from '../upload/use-upload';

type ActKey = Extract<FilesKey, `act.${string}` | 'edit.save'>;
type PageTaskAct = 'act.upload' | 'act.compress' | 'act.extract';
/** Returns why an action is disabled now; undefined if it is enabled. */
export type BlockedReason = (act: ActKey) => string | undefined;

export interface BlockedActions {
  /** The workspace is locked by a task. */
  readonly locked: boolean;
  /** For actions that change entries of the open folder. */
  readonly inOpenFolder: BlockedReason;
  /** For actions that change other folders, or none. */
  readonly anywhere: BlockedReason;
  /** For tasks of this page: they stay enabled while another one runs, and are then refused with `second`. */
  readonly pageTask: (act: PageTaskAct) => string | undefined;
  /** Said to who starts another task of this page: they run one at a time. */
  readonly second: string | undefined;
}

/** Why controls are disabled now. The server checks the same rules again. */
export function useBlockedActions(path: string, rows: Rows | undefined): BlockedActions {
  const text = useText(filesTexts);
  const kinds = useText('ui');
  const busy = useBusy();
  const open = useLocalTasks().filter(({ status }) => isOpen(status));

  const anywhere: BlockedReason = (act) =>
    busy && kinds('lock.until', { task: kinds(busy.nameKey), act: text(act) });
  const place: BlockedReason = (act) => {
    if (path === '/') return text('lock.root', { act: text(act) });
    return rows?.writable === false ? text('lock.readOnly', { act: text(act) }) : undefined;
  };
  const inOpenFolder: BlockedReason = (act) => anywhere(act) ?? place(act);
  const pageTask = (act: PageTaskAct) => {
    const busyReason = open.length > 0 ? undefined : anywhere(act);
    // An archive is extracted into a folder of choice.
    return busyReason ?? (act === 'act.extract' ? undefined : place(act));
  };
  return {
    locked: busy !== undefined,
    inOpenFolder,
    anywhere,
    pageTask,
    second: open.length > 0 ? text('lock.local') : undefined,
  };
}

interface Busy {
  readonly nameKey: ReturnType<typeof taskNameKey>;
}

/** The task that locks the workspace. Our own upload counts before the poll has seen it, but not while it is paused. */
function useBusy(): Busy | undefined {
  const lock = useLock();
  const upload = useUpload()?.all.phase.is;
  if (lock.is === 'locked') return { nameKey: taskNameKey(lock.task) };
  const isSending = upload !== undefined && upload !== 'ended' && upload !== 'paused';
  return isSending ? { nameKey: 'kind.UPLOAD_FILE' } : undefined;
}
