import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined';
import { Button, TASK_ENTRY, useText } from '@sitedeck/ui/core';
import { useEffect, useRef } from 'react';
import { taskTexts } from '../tasks/task-texts';
import { useTaskViews } from '../tasks/use-task-views';
import { useTaskPanel } from './task-panel-context';
import { TaskPanel } from './TaskPanel';

const PANEL_ID = 'sd-task-panel';

/** Button with the count of running and waiting tasks, and the list below it. */
export function TaskEntry({ narrow }: { readonly narrow: boolean }) {
  const text = useText(taskTexts);
  const { views, open } = useTaskViews();
  const panel = useTaskPanel();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { setOpen } = panel;

  useEffect(() => {
    if (!panel.open) return;
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target) && !isLayer(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [panel.open, setOpen]);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <div className="sh-tasks" ref={place}>
      <Button
        ref={button}
        type="text"
        className="sh-tool sh-task-entry"
        icon={<ScheduleOutlined />}
        aria-label={open > 0 ? text('entry.open', { count: open }) : text('entry')}
        aria-expanded={panel.open}
        aria-controls={PANEL_ID}
        aria-haspopup="dialog"
        {...{ [TASK_ENTRY]: '' }}
        onClick={() => setOpen(!panel.open)}
      >
        {!narrow && text('entry')}
        {open > 0 && (
          <span className="sh-badge" aria-hidden="true">
            {open}
          </span>
        )}
      </Button>
      {panel.open && <TaskPanel id={PANEL_ID} views={views} onClose={close} />}
    </div>
  );
}

/** A confirmation opened from the list is outside of it. */
const isLayer = (target: Node): boolean =>
  target instanceof Element && target.closest('.ant-modal-root, .ant-tooltip, .sh-ring') !== null;
