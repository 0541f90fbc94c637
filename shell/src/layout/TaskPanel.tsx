import RightOutlined from '@ant-design/icons/RightOutlined';
import { TASK_POPOVER_ROWS } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { useEffect, useRef } from 'react';
import { useGo } from '../routing/console-context';
import { taskTexts } from '../tasks/task-texts';
import type { TaskView } from '../tasks/task-view';
import { isPlain } from './menu-items';
import { TaskRow } from './TaskRow';

interface Props {
  readonly id: string;
  readonly views: readonly TaskView[];
  readonly onClose: () => void;
}

/** The five newest tasks. */
export function TaskPanel({ id, views, onClose }: Props) {
  const text = useText(taskTexts);
  const go = useGo();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const shown = views.slice(0, TASK_POPOVER_ROWS);

  return (
    // Users expect Esc to close a layer wherever the focus is inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      id={id}
      className="sh-task-panel"
      role="dialog"
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="sh-task-panel-head">
        <h2 id={`${id}-title`} ref={title} tabIndex={-1}>
          {text('panel.title')}
        </h2>
        <a
          href="/taskCenter"
          onClick={(event) => {
            if (!isPlain(event)) return;
            event.preventDefault();
            onClose();
            go('/taskCenter');
          }}
        >
          {text('panel.all')} <RightOutlined aria-hidden />
        </a>
      </div>
      {shown.length === 0 && <p className="sh-task-panel-empty">{text('panel.empty')}</p>}
      <ul>
        {shown.map((view) => (
          <TaskRow key={view.key} view={view} onClose={onClose} />
        ))}
      </ul>
    </div>
  );
}
