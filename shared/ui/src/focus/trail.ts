import { stopsFrom, stopsIn } from './stops';

/** Marks the button that adds to a list: it takes the focus when the last row was removed. */
export const ADDS = { 'data-focus-adds': '' } as const;
const ADDING = '[data-focus-adds]';
const ROW = 'li, tr';

/** Where the focus was: the element and its ancestors below `top`, each with its index among its siblings. */
export interface Trail {
  readonly top: Element;
  readonly at: HTMLElement;
  /** From the innermost to the outermost. */
  readonly steps: readonly { readonly element: Element; readonly index: number }[];
  /** The index of the element among the stops of its row. */
  readonly order: number;
}

export function trailOf(at: HTMLElement, top: Element): Trail {
  const steps = [];
  for (let one: Element | null = at; one && one !== top; one = one.parentElement)
    steps.push({ element: one, index: [...(one.parentElement?.children ?? [])].indexOf(one) });
  const row = at.closest(ROW);
  return { top, at, steps, order: row ? stopsIn(row).indexOf(at) : -1 };
}

/** Whether the element can no longer hold the focus. */
export const isGone = ({ at }: Trail): boolean => !at.isConnected || at.matches(':disabled');

/** The row that moved up, or else the last one: its control for the same action. */
function nextRowControl({ order }: Trail, list: Element, index: number): readonly HTMLElement[] {
  const row = list.children[Math.min(index, list.children.length - 1)];
  const stops = row ? stopsIn(row) : [];
  return stops.slice(Math.min(Math.max(order, 0), stops.length - 1)).slice(0, 1);
}

/** Candidates for the focus in what is left around a trail below its top, the nearest first. */
export function neighbours(trail: Trail): readonly HTMLElement[] {
  const { steps, top } = trail;
  const left = steps.findIndex(({ element }) => element.isConnected);
  const around = left === -1 ? [] : steps.slice(left).map(({ element }) => element);
  // Nothing below the top is left.
  const gone = steps[left === -1 ? steps.length - 1 : left - 1];
  const [inner = top] = around;
  const row = gone?.element.matches(ROW) ? nextRowControl(trail, inner, gone.index) : [];
  const now = gone && inner.children[gone.index];
  return [
    ...row,
    ...around.flatMap((place, level) => [
      ...place.querySelectorAll<HTMLElement>(ADDING),
      ...stopsFrom(place, level === 0 ? now : around[level - 1]),
    ]),
  ];
}
