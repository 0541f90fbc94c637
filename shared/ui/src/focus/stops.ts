/** Elements that the keyboard reaches, including locked controls, which only explain themselves. */
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

/** In tab order. */
export const stopsIn = (place: Element): readonly HTMLElement[] =>
  [...place.querySelectorAll(STOPS)].filter(isReached);

/**
 * The element that a pointer press focuses; some browsers don't focus a pressed button, so the press itself is
 * evaluated.
 */
export const stopAround = (element: Element): HTMLElement | undefined => {
  const stop = element.closest(STOPS);
  return stop && isReached(stop) ? stop : undefined;
};

/** Elements at `pivot` or after it first, then those before it, nearest first. */
export function stopsFrom(place: Element, pivot: Node | undefined): readonly HTMLElement[] {
  const stops = stopsIn(place);
  const isBehind = (stop: HTMLElement): boolean =>
    pivot !== undefined &&
    (pivot.contains(stop) || (pivot.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  return [...stops.filter(isBehind), ...stops.filter((stop) => !isBehind(stop)).reverse()];
}
