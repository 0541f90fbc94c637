import { isOpen, type CallReply, type queryTaskPage, type Task } from '@sitedeck/contract';
import { formatTime, toFault, useCurrentHost, useTaskChanges } from '@sitedeck/sdk';
import { DOT, TaskStatusTag, useBlocked, useDialog, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ResourceTable, type ResourceColumn, type ResourceRows } from '@sitedeck/ui/page';
import { useState } from 'react';
import { refetchMoves, toolsApi } from '../tools.api';
import { countField, failuresIn, fieldsOf, textField } from './move-task';
import { moveTexts } from './move-texts';
import { RetryDialog } from './RetryDialog';

const KINDS = ['SITE_MOVE'] as const;
const SIZE = 10;

/** The moves of this host, newest first. */
export function MoveHistory({ onRepeat }: { readonly onRepeat: (task: Task) => void }) {
  const text = useText(moveTexts);
  const blocked = useBlocked();
  const show = useDialog();
  const { hostService } = useCurrentHost();
  const [page, setPage] = useState(1);
  const params = { hostCode: hostService.hostCode, page, size: SIZE };
  const query = toolsApi.useListMovesQuery({ params, body: { taskType: [...KINDS] } });
  useTaskChanges(KINDS, refetchMoves);
  const columns = useColumns();
  return (
    <section aria-labelledby="tl-history">
      <h2 id="tl-history">{text('history')}</h2>
      <ResourceTable<Task>
        label={text('history')}
        rows={rowsOf(query)}
        rowKey={({ id }) => id}
        rowName={sourceOf}
        columns={columns}
        acts={[
          {
            key: 'again',
            label: text('again'),
            shown: ({ taskStatus }) => !isOpen(taskStatus),
            reason: () => blocked(text('again')),
            run: onRepeat,
          },
          {
            key: 'retry',
            label: text('retry'),
            shown: (task) => failedOf(task) > 0 && task.preTaskCode !== null,
            reason: () => blocked(text('retry')),
            run: (task) =>
              show((onGone) => (
                <RetryDialog
                  code={task.preTaskCode ?? ''}
                  count={failedOf(task)}
                  failed={failuresIn(fieldsOf(task.taskInfo))}
                  source={sourceOf(task)}
                  onGone={onGone}
                />
              )),
          },
        ]}
        actsTitle={text('column.acts')}
        paging={{ page, size: SIZE, onChange: setPage }}
        empty={{ text: text('history.empty') }}
        retry={() => void query.refetch()}
      />
    </section>
  );
}

interface Query {
  readonly data?: CallReply<typeof queryTaskPage> | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
}

function rowsOf({ data, error, isFetching }: Query): ResourceRows<Task> {
  if (error !== undefined && !data) return { is: 'failed', fault: toFault(error) };
  const counted = { rows: data?.records ?? [], total: data?.total ?? 0 };
  return { is: isFetching && !data ? 'loading' : 'ready', ...counted };
}

const sourceOf = ({ taskParam }: Task): string => textField(fieldsOf(taskParam), 'ftpServer') ?? '';
const failedOf = ({ taskInfo }: Task): number => countField(fieldsOf(taskInfo), 'failedFiles') ?? 0;

/** What a move has copied, or why it has not. */
function Outcome({ task: { taskStatus, taskInfo } }: { readonly task: Task }) {
  const text = useText(moveTexts);
  const format = useLocaleFormat();
  const info = fieldsOf(taskInfo);
  if (taskStatus === 'STOP') return text('outcome.stopped');
  const files = countField(info, 'copiedFiles');
  if (files === undefined) return textField(info, 'message') ?? '—';
  const bytes = format.bytes(countField(info, 'copiedBytes') ?? 0);
  const more = (['failedFiles', 'unchangedFiles', 'removedFiles'] as const).flatMap((name) => {
    const count = countField(info, name) ?? 0;
    return count > 0 ? text(`outcome.${name}`, { count, files: format.number(count) }) : [];
  });
  return (
    <>
      {text('result.amount', { count: files, files: format.number(files), bytes })}
      {more.length > 0 && <div className="sd-secondary sd-small">{more.join(DOT)}</div>}
    </>
  );
}

function useColumns(): readonly ResourceColumn<Task>[] {
  const text = useText(moveTexts);
  return [
    {
      key: 'source',
      title: text('column.source'),
      card: 'name',
      render: (task) => <span className="tl-break">{sourceOf(task)}</span>,
    },
    {
      key: 'target',
      title: text('column.target'),
      card: 'fact',
      render: ({ taskParam }) => textField(fieldsOf(taskParam), 'targetPath'),
    },
    {
      key: 'time',
      title: text('column.time'),
      card: 'fact',
      width: 170,
      render: ({ createTime }) => formatTime(createTime),
    },
    {
      key: 'status',
      title: text('column.status'),
      card: 'status',
      width: 120,
      render: ({ taskStatus }) => <TaskStatusTag status={taskStatus} />,
    },
    { key: 'copied', title: text('column.copied'), card: 'fact', render: (task) => <Outcome task={task} /> },
  ];
}
