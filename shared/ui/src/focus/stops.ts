/** What the keyboard reaches, those that only say why they do nothing too. */
const STOPS =
  'a[href], button, input:not([type="hidden"]), select, textarea, [contenteditable="true"], [tabindex="0"]';
const OUT_OF_REACH = '[hidden], [inert], [aria-hidden="true"]';

const isReached = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.tabIndex >= 0 &&
  !element.matches(':disabled') &&
  element.closest(OUT_OF_REACH) === null;

export const isStop = (element: Element): element is HTMLElement =>
  element.matches(STOPS) && isReached(element);

/** In the order of the keyboard. */
export const stopsIn = (place: Element): readonly HTMLElement[] =>
  [...place.querySelectorAll(STOPS)].filter(isReached);

/** Where a press puts the focus; browsers that give buttons none by it are told by the press itself. */
export const stopAround = (element: Element): HTMLElement | undefined => {
  const stop = element.closest(STOPS);
  return stop && isReached(stop) ? stop : undefined;
};

/** Those at `pivot` or behind it first, then those before it from the nearest on. */
export function stopsFrom(place: Element, pivot: Node | undefined): readonly HTMLElement[] {
  const stops = stopsIn(place);
  const isBehind = (stop: HTMLElement): boolean =>
    pivot !== undefined &&
    (pivot.contains(stop) || (pivot.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  return [...stops.filter(isBehind), ...stops.filter((stop) => !isBehind(stop)).reverse()];
}
