import { useEffect, useRef, type RefObject } from 'react';

/** Focusable elements, including blocked controls that only show a reason. */
const STOPS = 'a[href], button:not([disabled]), input:not([disabled]), textarea, [tabindex="0"]';
/** How long to wait for the focus to be lost, ms: a question may still cover the removed element. */
const COVERED_MS = 3000;
const POLL_MS = 50;

/** The focused element and its ancestors, each with its index among its siblings. */
type Trail = readonly { readonly element: Element; readonly index: number }[];

function trailOf(element: Element, box: HTMLElement): Trail {
  const trail = [];
  for (let one: Element | null = element; one && one !== box; one = one.parentElement)
    trail.push({ element: one, index: [...(one.parentElement?.children ?? [])].indexOf(one) });
  return trail;
}

const stopsIn = (element: Element): readonly HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>(STOPS),
];

/** The last button of the row that took the removed row's position, or of the row before. */
function besideRow(trail: Trail, list: Element, gone: number): HTMLElement | undefined {
  const row = trail[gone];
  if (row?.element.tagName !== 'LI') return undefined;
  const next = list.children[Math.min(row.index, list.children.length - 1)];
  return next && stopsIn(next).at(-1);
}

/** The nearest focusable element that remains around `trail`. Buttons of a toolbar are skipped: they act on what is gone. */
function landing(trail: Trail): HTMLElement | undefined {
  if (trail.some(({ element }) => element.getAttribute('role') === 'toolbar')) return undefined;
  const left = trail.findIndex(({ element }) => element.isConnected);
  const nearest = trail[left];
  if (!nearest) return undefined;
  const row = besideRow(trail, nearest.element, left - 1);
  if (row) return row;
  for (const { element } of trail.slice(left)) {
    const [first] = stopsIn(element);
    if (first) return first;
    if (element instanceof HTMLElement && element.hasAttribute('tabindex')) return element;
  }
  return undefined;
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps the focus when the focused element is removed by its own action. The next row gets it, or a
 * neighbour, or `home`, but never the start of the page.
 */
export function useFocusKept(
  box: RefObject<HTMLElement | null>,
  home: () => HTMLElement | null | undefined,
): void {
  const fallback = useRef(home);
  useEffect(() => {
    fallback.current = home;
  });
  useEffect(() => {
    const root = box.current;
    if (!root) return;
    let trail: Trail = [];
    let timer: ReturnType<typeof setTimeout> | undefined;

    const remember = ({ target }: FocusEvent) => {
      clearTimeout(timer);
      trail = target instanceof Element ? trailOf(target, root) : [];
    };
    const poll = (until: number) => {
      clearTimeout(timer);
      if (isLost()) {
        (landing(trail) ?? fallback.current())?.focus();
        return;
      }
      if (Date.now() < until) timer = setTimeout(poll, POLL_MS, until);
      else trail = [];
    };
    const observer = new MutationObserver(() => {
      const [had] = trail;
      if (had && !had.element.isConnected) poll(Date.now() + COVERED_MS);
    });
    root.addEventListener('focusin', remember);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      root.removeEventListener('focusin', remember);
    };
  }, [box]);
}
