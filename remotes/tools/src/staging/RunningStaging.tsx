import type { Task } from '@sitedeck/contract';
import { taskNameKey, useText } from '@sitedeck/ui/core';
import { RunningTask } from '../frame/RunningTask';
import { stagingApi } from '../staging.api';
import { stagingTexts } from './staging-texts';

const STEPS = {
  STAGING_CREATE: ['check', 'files', 'configuration', 'database', 'address'],
  STAGING_PUSH: ['compare', 'safety', 'fetch', 'setup', 'database', 'files', 'remove'],
} as const;

/** A staging copy that is made or pushed. */
export function RunningStaging({ task }: { readonly task: Task }) {
  const text = useText(stagingTexts);
  const name = useText('ui')(taskNameKey(task));
  const [stop] = stagingApi.useStopStagingTaskMutation();
  const stepWords = (given: string) => {
    if (task.taskType === 'STAGING_PUSH') {
      const step = STEPS.STAGING_PUSH.find((one) => one === given);
      return step && text(`push.step.${step}`);
    }
    const step = STEPS.STAGING_CREATE.find((one) => one === given);
    return step && text(`create.step.${step}`);
  };
  return (
    <RunningTask task={task} name={name} stepWords={stepWords} stop={(id) => stop({ params: { id } })} />
  );
}
