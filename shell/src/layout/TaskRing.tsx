import { isOpen, shareDone } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { taskTexts } from '../tasks/task-texts';
import { useTaskViews } from '../tasks/use-task-views';
import { useTaskPanel } from './task-panel-context';

/** Ring of 56 px, stroke 4. */
const RADIUS = 24;
const LENGTH = 2 * Math.PI * RADIUS;

/** Floats while any task runs or waits, and shows the first of them. */
export function TaskRing() {
  const text = useText(taskTexts);
  const format = useLocaleFormat();
  const { views, open } = useTaskViews();
  const { setOpen } = useTaskPanel();
  const active = views.filter(({ status, paused }) => isOpen(status) && !paused);
  const leading = active.find(({ status }) => status === 'RUNNING') ?? active[0];
  if (!leading) return null;
  const share = leading.status === 'RUNNING' ? shareDone(leading.progress) : undefined;
  return (
    <button type="button" className="sh-ring" onClick={() => setOpen(true)}>
      <span className="sd-visually-hidden">{text('ring', { count: open })}</span>
      <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true" focusable="false">
        <circle cx="28" cy="28" r={RADIUS} className="sh-ring-track" />
        <circle
          cx="28"
          cy="28"
          r={RADIUS}
          className={share === undefined ? 'sh-ring-done sh-ring-moving' : 'sh-ring-done'}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - (share ?? 0.25))}
        />
      </svg>
      <span className="sh-ring-text">{share === undefined ? '…' : format.percent(share)}</span>
      {open > 1 && (
        <span className="sh-badge" aria-hidden>
          {open}
        </span>
      )}
    </button>
  );
}
