import PauseCircleOutlined from '@ant-design/icons/PauseCircleOutlined';
import { Tag, TaskStatusTag, useText } from '@sitedeck/ui/core';
import { taskTexts } from './task-texts';
import type { TaskView } from './task-view';

/** Status of a task as the lists show it: an upload that sends nothing is not called running. */
export function ViewStatus({ view: { status, paused, origin } }: { readonly view: TaskView }) {
  const text = useText(taskTexts);
  if (!paused) return <TaskStatusTag status={status} />;
  return (
    <Tag tone="outline" icon={<PauseCircleOutlined aria-hidden />}>
      {text(origin.is === 'local' ? 'paused.here' : 'paused')}
    </Tag>
  );
}

/** How to continue a paused upload. */
export function PausedHint() {
  const text = useText(taskTexts);
  return <p className="sd-secondary sd-small">{text('paused.hint')}</p>;
}
