import { isOpen } from '@sitedeck/contract';
import {
  Button,
  countedParts,
  DOT,
  sharedTexts,
  Tag,
  TimeText,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { useGo } from '../routing/console-context';
import { DownloadExport } from '../tasks/DownloadExport';
import { OpenTask } from '../tasks/OpenTask';
import { taskTexts } from '../tasks/task-texts';
import type { TaskView } from '../tasks/task-view';
import { ViewStatus } from '../tasks/ViewStatus';

interface Props {
  readonly view: TaskView;
  readonly onClose: () => void;
}

export function TaskRow({ view, onClose }: Props) {
  const shared = useText(sharedTexts);
  const text = useText(taskTexts);
  const name = shared(view.nameKey);
  return (
    <li className="sh-task-row">
      <div className="sh-task-row-head">
        <strong>{name}</strong>
        {view.subject && <span className="sh-task-subject">{view.subject}</span>}
        {view.origin.is === 'local' && <Tag tone="neutral">{text('local')}</Tag>}
        <ViewStatus view={view} />
      </div>
      {isOpen(view.status) ? (
        <OpenTask view={view} name={name} />
      ) : (
        <Ended view={view} name={name} onClose={onClose} />
      )}
    </li>
  );
}

function Ended({ view, name, onClose }: Props & { readonly name: string }) {
  const shared = useText(sharedTexts);
  const format = useLocaleFormat();
  const go = useGo();
  const text = useText(taskTexts);
  const { origin, status } = view;
  const failed = status === 'RUNNING_FAIL';
  const counted = countedParts(view.progress, shared, format).join(DOT);
  return (
    <div className="sh-task-row-foot">
      <span>
        {counted}
        {counted && view.endedAt !== undefined && DOT}
        {view.endedAt !== undefined && <TimeText at={new Date(view.endedAt).toISOString()} />}
      </span>
      {origin.is === 'server' && <DownloadExport task={origin.task} label={shared('act.download')} />}
      {origin.is === 'server' && (
        <Button
          type="link"
          size="small"
          aria-label={failed ? undefined : `${shared('act.view')} ${name}`}
          onClick={() => {
            onClose();
            go(`/taskCenter?task=${origin.task.id}`);
          }}
        >
          {failed ? text('toast.see') : shared('act.view')}
        </Button>
      )}
    </div>
  );
}
