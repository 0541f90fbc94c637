import { CloseOutlined, StopOutlined, WarningOutlined } from '@ant-design/icons';
import type { Task } from '@sitedeck/contract';
import { kernel, serverNow, type RemoteNav } from '@sitedeck/sdk';
import {
  Button,
  downloadFile,
  FaultNotice,
  IconButton,
  InlineAlert,
  LockedTip,
  sharedTexts,
  taskNameKey,
  useBlocked,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { useEffect, useState, type ReactNode } from 'react';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';
import { useUndo } from '../safety/use-undo';
import { useDatabaseTasks, usesDatabase } from './database-tasks';
import { outcomeOf } from './outcome';

interface Props {
  readonly nav: RemoteNav;
  /** In the console, other pages can be linked. */
  readonly inConsole: boolean;
}

/**
 * Reports the last task that ended while the page was open, with an undo button, until the user closes it.
 */
export function TaskOutcome({ nav, inConsole }: Props) {
  const shared = useText(sharedTexts);
  const { ended } = useDatabaseTasks();
  const [openedAt] = useState(serverNow);
  const [closed, setClosed] = useState<readonly number[]>([]);
  useOwnNotices(openedAt);
  const last = ended
    .filter(({ endTime }) => endTime !== null && Date.parse(endTime) >= openedAt)
    .sort((one, other) => Date.parse(other.endTime ?? '') - Date.parse(one.endTime ?? ''))[0];
  if (!last || closed.includes(last.id)) return null;
  const close = () => setClosed((before) => [...before, last.id]);
  return (
    <OutcomeNotice
      task={last}
      toFiles={
        inConsole ? (path) => nav.go(`/fileManage?${new URLSearchParams({ path }).toString()}`) : undefined
      }
      close={<IconButton size="small" icon={<CloseOutlined />} label={shared('act.close')} onClick={close} />}
    />
  );
}

/** The page announces what ends while it is open, so the shell shows no toast about it. */
function useOwnNotices(openedAt: number): void {
  useEffect(
    () =>
      kernel().events.on('task-toast', ({ task, is, skip }) => {
        if (is === 'finished' && usesDatabase(task) && Date.parse(task.endTime ?? '') >= openedAt) skip();
      }),
    [openedAt],
  );
}

interface OutcomeNoticeProps {
  readonly task: Task;
  readonly toFiles: ((folder: string) => void) | undefined;
  readonly close: ReactNode;
}

function OutcomeNotice({ task, toFiles, close }: OutcomeNoticeProps) {
  const text = useText(databaseTexts);
  const shared = useText(sharedTexts);
  const format = useLocaleFormat();
  const kind = shared(taskNameKey(task));
  const outcome = outcomeOf(task);
  switch (outcome.is) {
    case 'failed':
      return (
        <FaultNotice
          what={text('outcome.failed', { task: kind })}
          fault={{ message: outcome.message ?? '', ...(outcome.id !== undefined && { id: outcome.id }) }}
          close={close}
        />
      );
    case 'stopped':
      return (
        <InlineAlert kind="sigh" role="status" icon={<StopOutlined aria-hidden />} actions={close}>
          {text('outcome.stopped', { task: kind })}
        </InlineAlert>
      );
    case 'undone':
    case 'done': {
      const path = outcome.is === 'done' ? outcome.path : undefined;
      return (
        <InlineAlert
          kind="success"
          role="status"
          actions={
            <>
              {task.taskType === 'DB_EXPORT' && path !== undefined && toFiles && (
                <>
                  <Button size="small" type="primary" onClick={() => void downloadFile(path)}>
                    {shared('act.download')}
                  </Button>
                  <Button size="small" onClick={() => toFiles(path.slice(0, path.lastIndexOf('/')) || '/')}>
                    {text('outcome.toFiles')}
                  </Button>
                </>
              )}
              <Undo taskId={task.id} />
              {close}
            </>
          }
        >
          <strong>
            {outcome.is === 'undone' ? text('outcome.undone') : text('outcome.done', { task: kind })}
          </strong>
          {task.taskType === 'DB_EXPORT' && path !== undefined && (
            <p className="db-break">
              <span className="sd-mono">{path}</span>
              {task.progress.size !== undefined && ` · ${format.bytes(task.progress.size)}`}
            </p>
          )}
          {outcome.warnings.map((warning) => (
            <p key={warning} className="db-break">
              <WarningOutlined aria-hidden /> {warning}
            </p>
          ))}
        </InlineAlert>
      );
    }
  }
}

/** Offers undo as long as the safety copy of the task is kept. */
function Undo({ taskId }: { readonly taskId: number }) {
  const text = useText(databaseTexts);
  const blocked = useBlocked();
  const undo = useUndo();
  const { data } = databaseApi.useOwnSafetyCopiesQuery({});
  if (!data?.copies.some((copy) => copy.taskId === taskId)) return null;
  return (
    <LockedTip reason={blocked(text('act.undo'))}>
      <Button size="small" onClick={() => void undo.immediately(taskId)}>
        {text('act.undo')}
      </Button>
    </LockedTip>
  );
}
