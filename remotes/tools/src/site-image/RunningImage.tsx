import type { Task } from '@sitedeck/contract';
import { taskNameKey, useText } from '@sitedeck/ui/core';
import { RunningTask } from '../frame/RunningTask';
import { imagesApi } from '../images.api';
import { imageTexts } from './image-texts';

const STEPS = ['check', 'safety', 'fetch', 'database', 'configuration', 'files', 'adapt'] as const;

/** An image that is made or deployed. */
export function RunningImage({ task }: { readonly task: Task }) {
  const text = useText(imageTexts);
  const name = useText('ui')(taskNameKey(task));
  const [stop] = imagesApi.useStopImageTaskMutation();
  return (
    <RunningTask
      task={task}
      name={name}
      stepWords={(given) => {
        const step = STEPS.find((one) => one === given);
        return step && text(`step.${step}`);
      }}
      stop={(id) => stop({ params: { id } })}
    />
  );
}
