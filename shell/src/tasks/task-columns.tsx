import { isOpen, shareDone } from '@sitedeck/contract';
import { formatDuration, useCurrentHost } from '@sitedeck/sdk';
import {
  countedParts,
  DOT,
  ProgressBar,
  sharedTexts,
  Tag,
  TimeText,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import type { ResourceColumn } from '@sitedeck/ui/page';
import { centerTexts } from './center/center-texts';
import { Waited } from './OpenTask';
import { taskTexts } from './task-texts';
import type { TaskView } from './task-view';
import { useNow } from './use-now';
import { ViewStatus } from './ViewStatus';

export function useTaskColumns(): readonly ResourceColumn<TaskView>[] {
  const text = useText(centerTexts);
  // A task of this browser belongs to the signed-in user.
  const { operator } = useCurrentHost();
  return [
    { key: 'task', title: text('column.task'), card: 'name', render: (view) => <Name view={view} /> },
    {
      key: 'status',
      title: text('column.status'),
      card: 'status',
      width: 168,
      render: (view) => <ViewStatus view={view} />,
    },
    {
      key: 'progress',
      title: text('column.progress'),
      card: 'fact',
      render: (view) => <Progress view={view} />,
    },
    {
      key: 'start',
      title: text('column.start'),
      card: 'fact',
      width: 148,
      render: ({ createdAt, startedAt }) => <TimeText at={new Date(startedAt ?? createdAt).toISOString()} />,
    },
    { key: 'span', title: text('column.span'), width: 80, render: (view) => <Span view={view} /> },
    {
      key: 'operator',
      title: text('column.operator'),
      width: 104,
      render: (view) => view.operator ?? operator,
    },
  ];
}

function Name({ view }: { readonly view: TaskView }) {
  const shared = useText(sharedTexts);
  const text = useText(taskTexts);
  return (
    <span className="sh-task-name">
      <strong>{shared(view.nameKey)}</strong>
      {view.subject && (
        <span className="sd-secondary" title={view.subject}>
          {view.subject}
        </span>
      )}
      {view.origin.is === 'local' && <Tag tone="neutral">{text('local')}</Tag>}
    </span>
  );
}

function Progress({ view }: { readonly view: TaskView }) {
  const shared = useText(sharedTexts);
  const text = useText(centerTexts);
  const format = useLocaleFormat();
  const share = shareDone(view.progress);
  const counted = countedParts(view.progress, shared, format);
  if (!isOpen(view.status) || view.paused)
    return (
      <span className="sh-task-counted">
        {counted.join(DOT) || (view.startedAt === undefined ? text('notStarted') : '—')}
      </span>
    );
  if (view.status === 'WAIT') return <Waited since={view.createdAt} />;
  return (
    <span className="sh-task-progress">
      <ProgressBar name={shared(view.nameKey)} share={share} />
      <span>{[share === undefined ? '' : format.percent(share), ...counted].filter(Boolean).join(DOT)}</span>
    </span>
  );
}

function Span({ view }: { readonly view: TaskView }) {
  const now = useNow(view.status === 'RUNNING' && !view.paused);
  if (view.startedAt === undefined || view.paused) return <>—</>;
  return <>{formatDuration((view.endedAt ?? now) - view.startedAt)}</>;
}
