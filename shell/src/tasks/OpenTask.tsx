import { formatDuration } from '@sitedeck/sdk';
import {
  Button,
  countedParts,
  DOT,
  sharedTexts,
  TaskProgress,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { taskTexts } from './task-texts';
import type { TaskView } from './task-view';
import { useNow } from './use-now';
import { useStopTask } from './use-stop-task';
import { PausedHint } from './ViewStatus';

interface Props {
  readonly view: TaskView;
  readonly name: string;
}

/** A waiting or running task: its progress, and a button to stop it. */
export function OpenTask({ view, name }: Props) {
  const stop = useStopTask();
  if (view.status === 'WAIT') return <Waiting view={view} name={name} />;
  if (view.paused) return <Paused view={view} name={name} />;
  return (
    <TaskProgress
      name={name}
      progress={view.progress}
      startedAt={view.startedAt}
      cancelling={view.stopping}
      onCancel={() => void stop(view)}
    />
  );
}

function Waiting({ view, name }: Props) {
  const text = useText(taskTexts);
  return (
    <div className="sh-task-row-foot">
      <Waited since={view.createdAt} />
      <StopButton view={view} label={text('stop.name', { task: name })} />
    </div>
  );
}

function Paused({ view, name }: Props) {
  const text = useText(taskTexts);
  return (
    <>
      <div className="sh-task-row-foot">
        <Counted view={view} />
        <StopButton view={view} label={text('stop.name', { task: name })} />
      </div>
      {view.origin.is === 'server' && <PausedHint />}
    </>
  );
}

function Counted({ view }: { readonly view: TaskView }) {
  const shared = useText(sharedTexts);
  const format = useLocaleFormat();
  return <span>{countedParts(view.progress, shared, format).join(DOT)}</span>;
}

/** How long a task has been waiting. */
export function Waited({ since }: { readonly since: number }) {
  const text = useText(taskTexts);
  const now = useNow(true);
  return <span>{text('panel.waited', { time: formatDuration(now - since) })}</span>;
}

function StopButton({ view, label }: { readonly view: TaskView; readonly label: string }) {
  const shared = useText(sharedTexts);
  const stop = useStopTask();
  return (
    <Button
      size="small"
      aria-label={label}
      aria-disabled={view.stopping}
      className={view.stopping ? 'sd-off' : ''}
      onClick={() => view.stopping || void stop(view)}
    >
      {shared(view.stopping ? 'act.cancelling' : 'act.cancel')}
    </Button>
  );
}
