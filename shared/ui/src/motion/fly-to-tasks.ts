import { FLY_TO_MS } from '@sitedeck/contract';

/** Attribute of the task entry; the shell sets it on its header entry. */
export const TASK_ENTRY = 'data-sd-task-entry';
const DOT_PX = 12;

/** A position in the window, px. */
export interface WindowPosition {
  readonly x: number;
  readonly y: number;
}

const middle = (element: Element): WindowPosition => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/**
 * Shows where to find a started task: a dot flies from the button, or the position of a drop, to the task
 * entry. With reduced motion the entry is highlighted once instead. Does nothing without an entry, as in a
 * portal.
 */
export function flyToTasks(from: Element | WindowPosition): void {
  const entry = document.querySelector(`[${TASK_ENTRY}]`);
  if (!entry) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return highlight(entry);
  const start = from instanceof Element ? middle(from) : from;
  const end = middle(entry);
  const dot = document.createElement('span');
  dot.className = 'sd-fly-dot';
  dot.setAttribute('aria-hidden', 'true');
  dot.style.left = `${start.x - DOT_PX / 2}px`;
  dot.style.top = `${start.y - DOT_PX / 2}px`;
  document.body.append(dot);
  const flight = dot.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${end.x - start.x}px,${end.y - start.y}px) scale(.6)`, opacity: 0.6 },
    ],
    { duration: FLY_TO_MS, easing: 'cubic-bezier(.3,.1,.3,1)' },
  );
  const land = () => dot.remove();
  flight.onfinish = land;
  flight.oncancel = land;
}

/**
 * Call it when a task has started: flies from the control that started it to the task entry. The SDK follows the
 * task by itself.
 */
export function showTaskStarted(from?: Element | null): void {
  if (from) flyToTasks(from);
}

function highlight(entry: Element): void {
  entry.classList.add('sd-highlight');
  setTimeout(() => entry.classList.remove('sd-highlight'), FLY_TO_MS);
}
