import { useEffect, useRef, type RefObject } from 'react';

/** What the keyboard reaches, those that only say why they do nothing too. */
const STOPS = 'a[href], button:not([disabled]), input:not([disabled]), textarea, [tabindex="0"]';
/** A question may cover the place from which something went; it has closed by then, ms. */
const COVERED_MS = 3000;
const POLL_MS = 50;

/** Where the focus was: the element and what it stood in, from the inside out, each with its place among its siblings. */
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

/** The row that has moved up, or else the one before: its last act, as the one that went. */
function besideRow(trail: Trail, list: Element, gone: number): HTMLElement | undefined {
  const row = trail[gone];
  if (row?.element.tagName !== 'LI') return undefined;
  const next = list.children[Math.min(row.index, list.children.length - 1)];
  return next && stopsIn(next).at(-1);
}

/** The nearest thing that takes the focus in what is left around `trail`. Acts upon what has gone are no neighbours. */
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
 * What has the focus may go by what it did: a row that is taken away, an act that is over. Then the next row has it, or
 * what stands around, or `home`, never the page's beginning (interface, "Access").
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
