import { isOpen } from '@sitedeck/contract';
import { formatDuration } from '@sitedeck/sdk';
import {
  Button,
  countedParts,
  DOT,
  sharedTexts,
  Tag,
  TaskProgress,
  TaskStatusTag,
  TimeText,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { useGo } from '../routing/console-context';
import { taskTexts } from '../tasks/task-texts';
import type { TaskView } from '../tasks/task-view';
import { useNow } from '../tasks/use-now';
import { useStopTask } from '../tasks/use-task-acts';

interface Props {
  readonly view: TaskView;
  readonly onClose: () => void;
}

export function TaskRow({ view, onClose }: Props) {
  const shared = useText(sharedTexts);
  const text = useText(taskTexts);
  const name = shared(`kind.${view.kind}`);
  return (
    <li className="sh-task-row">
      <div className="sh-task-row-head">
        <strong>{name}</strong>
        {view.subject && <span className="sh-task-subject">{view.subject}</span>}
        {view.origin.is === 'local' && <Tag tone="neutral">{text('local')}</Tag>}
        <TaskStatusTag status={view.status} />
      </div>
      {isOpen(view.status) ? <Running view={view} name={name} /> : <Ended view={view} name={name} onClose={onClose} />}
    </li>
  );
}

function Running({ view, name }: { readonly view: TaskView; readonly name: string }) {
  const stop = useStopTask();
  if (view.status === 'WAIT') return <Waiting view={view} />;
  return (
    <TaskProgress
      name={name}
      progress={view.progress}
      cancelling={view.stopping}
      onCancel={() => void stop(view)}
    />
  );
}

function Waiting({ view }: { readonly view: TaskView }) {
  const text = useText(taskTexts);
  const shared = useText(sharedTexts);
  const stop = useStopTask();
  const now = useNow(true);
  return (
    <div className="sh-task-row-foot">
      <span>{text('panel.waited', { time: formatDuration(now - view.createdAt) })}</span>
      <Button
        size="small"
        aria-disabled={view.stopping}
        className={view.stopping ? 'sd-off' : ''}
        onClick={() => view.stopping || void stop(view)}
      >
        {shared(view.stopping ? 'act.cancelling' : 'act.cancel')}
      </Button>
    </div>
  );
}

function Ended({ view, name, onClose }: Props & { readonly name: string }) {
  const shared = useText(sharedTexts);
  const format = useLocaleFormat();
  const go = useGo();
  const { origin } = view;
  const counted = countedParts(view.progress, shared, format).join(DOT);
  return (
    <div className="sh-task-row-foot">
      <span>
        {counted}
        {counted && view.endedAt !== undefined && DOT}
        {view.endedAt !== undefined && <TimeText at={new Date(view.endedAt).toISOString()} />}
      </span>
      {origin.is === 'server' && (
        <Button
          type="link"
          size="small"
          aria-label={`${shared('act.view')} ${name}`}
          onClick={() => {
            onClose();
            go(`/taskCenter?task=${origin.task.id}`);
          }}
        >
          {shared('act.view')}
        </Button>
      )}
    </div>
  );
}
