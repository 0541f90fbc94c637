import { isOpen, type Task, type TaskStep } from '@sitedeck/contract';
import { formatTime, pollTasksNow } from '@sitedeck/sdk';
import { Button, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { domainApi } from '../domain.api';
import { State, type StateTone } from '../frame/State';
import { detailTexts } from './detail-texts';

const STEPS = ['check', 'order', 'prove', 'issue', 'install', 'verify'] as const;

const TONES: Readonly<Record<TaskStep['status'], StateTone>> = {
  wait: 'none',
  running: 'busy',
  done: 'ok',
  failed: 'failed',
  skipped: 'none',
};

/** The steps of a certificate request. A waiting or running request can be cancelled. */
export function RequestSteps({ task }: { readonly task: Task }) {
  const text = useText(detailTexts);
  const [stop] = domainApi.useStopCertificateTaskMutation();
  const [isCancelling, setCancelling] = useState(false);
  const wordsOf = (name: string): string => {
    const step = STEPS.find((one) => one === name);
    return step ? text(`step.${step}`) : name;
  };
  const cancel = async () => {
    setCancelling(true);
    const { error } = await stop({ params: { id: task.id } });
    if (error !== undefined) setCancelling(false);
    pollTasksNow();
  };
  return (
    <div className="dm-request">
      <ol className="dm-steps" aria-label={text('steps')} aria-live="polite">
        {task.steps.map(({ name, status }) => (
          <li key={name}>
            <State tone={TONES[status]} words={wordsOf(name)} />
            <span className={status === 'failed' ? 'sd-small dm-words-failed' : 'sd-small sd-secondary'}>
              {text(`step.is.${status}`)}
            </span>
          </li>
        ))}
      </ol>
      {isOpen(task.taskStatus) ? (
        <Button size="small" loading={isCancelling} onClick={() => void cancel()}>
          {text(isCancelling ? 'cancelling' : 'cancel')}
        </Button>
      ) : (
        task.endTime !== null && (
          <p className="sd-hint sd-small">
            {text('steps.ended', { at: formatTime(task.endTime).slice(0, 16) })}
          </p>
        )
      )}
    </div>
  );
}
