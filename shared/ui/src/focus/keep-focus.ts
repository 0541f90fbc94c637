import { focusMemory } from './focus-memory';
import { DIALOG, focusedElement } from './focused';

/** A layer may still cover the page, or the focus may still be moving: how often to check, and for how long, ms. */
const CHECK_MS = 50;
const PATIENCE_MS = 3000;

const isLost = (): boolean => {
  const has = focusedElement();
  return has === null || has === document.body || has.matches(':disabled');
};

/** Watches a page and the layers above it. @returns a function that stops it */
export function keepFocus(box: HTMLElement): () => void {
  const root = box.getRootNode();
  const memory = focusMemory(box);
  const ended = new AbortController();
  let checking: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(checking);
    checking = undefined;
  };
  const on = (type: string, run: (target: Element, event: Event) => void) => {
    const listen = (event: Event) => {
      if (event.target instanceof Element) run(event.target, event);
    };
    root.addEventListener(type, listen, { capture: true, signal: ended.signal });
  };
  const place = () =>
    memory.focusCandidates().some((one) => {
      // A hidden element can't take the focus.
      one.focus({ preventScroll: !memory.mayScroll() });
      return focusedElement() === one;
    });
  const check = (until: number) => {
    checking = undefined;
    if (isLost()) return void place();
    const isCovered = focusedElement()?.closest(DIALOG) !== null;
    if (!isCovered && Date.now() >= until) return memory.forgetGone();
    checking = setTimeout(check, CHECK_MS, isCovered ? Date.now() + PATIENCE_MS : until);
  };
  const observer = new MutationObserver((records) => {
    if (checking === undefined && memory.isTouchedBy(records))
      checking = setTimeout(check, CHECK_MS, Date.now() + PATIENCE_MS);
  });

  on('focusin', (target) => (stop(), memory.cameTo(target)));
  on('keydown', (target, event) => event instanceof KeyboardEvent && memory.pressed(event.key, target));
  on('pointerdown', (target, event) => {
    stop();
    memory.pointedAt(target, 'pointerType' in event && event.pointerType === 'touch' ? 'touch' : 'mouse');
  });
  observer.observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    stop();
    observer.disconnect();
    ended.abort();
  };
}
