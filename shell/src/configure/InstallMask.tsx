import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import type { Task } from '@sitedeck/contract';
import { formatDuration } from '@sitedeck/sdk';
import { Button, DOT, sharedTexts, useText } from '@sitedeck/ui/core';
import { useRef, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { useStopping } from '../tasks/stopping';
import { factsOf } from '../tasks/task-facts';
import { serverView } from '../tasks/task-view';
import { useNow } from '../tasks/use-now';
import { useStopTask } from '../tasks/use-stop-task';
import { configureStyle } from './configure-style';
import { configureTexts } from './configure-texts';
import { useInertPage } from './use-inert-page';

/** Full screen while an app is installed: neither pointer nor keyboard reaches what is behind it. */
export function InstallMask({ task }: { readonly task: Task }) {
  const text = useText(configureTexts);
  const shared = useText(sharedTexts);
  const mask = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const stop = useStopTask();
  const view = serverView(task, useStopping().has(task.id));
  useInertPage(mask);

  function keepFocus(event: KeyboardEvent): void {
    if (event.key !== 'Tab') return;
    event.preventDefault();
    button.current?.focus();
  }

  return createPortal(
    // The focus stays inside: its one button is the only stop.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={mask}
      className="sd-root sh-mask"
      role="dialog"
      aria-modal="true"
      aria-labelledby="sh-mask-title"
      aria-describedby="sh-mask-hint"
      tabIndex={-1}
      onKeyDown={keepFocus}
    >
      <style>{configureStyle}</style>
      <LoadingOutlined className="sh-mask-icon" aria-hidden />
      <h2 id="sh-mask-title">{text('mask.title')}</h2>
      <Facts task={task} />
      <p id="sh-mask-hint" className="sd-secondary">
        {text('mask.hint')}
      </p>
      <Button
        ref={button}
        type="text"
        aria-disabled={view.stopping}
        className={view.stopping ? 'sd-off' : ''}
        onClick={() => view.stopping || void stop(view)}
      >
        {view.stopping ? shared('act.cancelling') : text('mask.cancel')}
      </Button>
    </div>,
    document.body,
  );
}

/** App, step n/N and the time so far. */
function Facts({ task }: { readonly task: Task }) {
  const text = useText(configureTexts);
  const now = useNow(true);
  const { steps, startTime, createTime } = task;
  const ended = steps.filter(({ status }) => status !== 'wait' && status !== 'running').length;
  const step = Math.min(ended + 1, steps.length);
  return (
    <p>
      {[
        factsOf(task).app,
        steps.length > 0 && text('mask.step', { n: step, total: steps.length }),
        text('mask.elapsed', {
          time: formatDuration(Math.max(0, now - Date.parse(startTime ?? createTime))),
        }),
      ]
        .filter(Boolean)
        .join(DOT)}
    </p>
  );
}
