import { DIALOG } from './focused';
import { isStop, stopAround, stopsIn } from './stops';
import { isGone, neighbours, trailOf, type Trail } from './trail';

/** Number of used controls that are remembered. */
const USED = 8;
/** Opens above the page and gives the focus back. */
const LAYER = `${DIALOG}, [role="menu"], [role="listbox"], [class*="-dropdown"]`;
/** Keys that pass a control without using it. */
const PASSING = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape']);

/** Fields for which a touch screen opens its keyboard. */
const isTyped = (element: Element): boolean => element.matches('input, textarea, [contenteditable="true"]');

/** A moved row is removed and inserted again; React restores the focus only outside a shadow root. */
const wasMoved = ({ at }: Trail, records: readonly MutationRecord[]): boolean =>
  records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(at)));

/** Where the focus was in a page and in the dialogs above it, and which controls were used. */
export function focusMemory(box: HTMLElement) {
  let page: Trail | undefined;
  /** The topmost last. */
  let dialogs: readonly Trail[] = [];
  let used: readonly HTMLElement[] = [];
  let by: 'keys' | 'mouse' | 'touch' = 'keys';
  const trails = () => (page ? [page, ...dialogs] : dialogs);

  const forgetGone = () => {
    if (page && isGone(page)) page = undefined;
    dialogs = dialogs.filter((trail) => !isGone(trail));
  };
  const cameTo = (at: Element) => {
    const dialog = at.closest(DIALOG);
    if (!(at instanceof HTMLElement)) return;
    if (box.contains(at)) [page, dialogs] = [trailOf(at, box), []];
    else if (dialog)
      dialogs = [...dialogs.filter(({ top }) => top !== dialog && top.isConnected), trailOf(at, dialog)];
    else if (!at.closest(LAYER)) forgetGone();
  };
  const wasUsed = (at: HTMLElement) => {
    if (box.contains(at)) used = [at, ...used.filter((one) => one !== at)].slice(0, USED);
  };

  return {
    cameTo,
    forgetGone,
    pressed(key: string, at: Element) {
      by = 'keys';
      if (at instanceof HTMLElement && !PASSING.has(key)) wasUsed(at);
    },
    pointedAt(target: Element, pointer: 'mouse' | 'touch') {
      by = pointer;
      const stop = stopAround(target);
      if (stop) {
        cameTo(stop);
        wasUsed(stop);
      }
      // Somebody has put the focus away.
      else if (!target.closest(LAYER)) page = undefined;
    },
    isTouchedBy: (records: readonly MutationRecord[]): boolean =>
      trails().some((trail) => isGone(trail) || wasMoved(trail, records)),
    /** A pointer user sees where they are, so the focus does not move. */
    mayScroll: () => by === 'keys',
    /** Elements that may take the focus now, the nearest first. */
    focusCandidates(): readonly HTMLElement[] {
      const above = dialogs.filter(({ top }) => top.isConnected).reverse();
      const opener = page && !isGone(page) ? [page.at] : [];
      const before = used.filter(
        (one) => one.isConnected && isStop(one) && (by !== 'touch' || !isTyped(one)),
      );
      return [
        ...above.flatMap((trail) => [...neighbours(trail), ...stopsIn(trail.top)]),
        ...opener,
        ...(page ? neighbours(page) : []),
        ...before,
        ...box.querySelectorAll<HTMLElement>('h1[tabindex]'),
      ];
    },
  };
}
