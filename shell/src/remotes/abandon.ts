import { askAnew } from '../boot/integrity';

/** What the shell brings for all: the kit's lazy facades. */
const OWN = '/assets/';

/**
 * Gives up on scripts of a remote, and on those it needs of the shell, that are still on their way, so that a retry does not wait for them too: whoever
 * asked for one sees it fail, and it is asked for under an address of its own.
 */
export function abandonScripts(base: string = OWN): void {
  const places = [base, OWN].map((place) => new URL(place, location.href).href);
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) {
    // Of a script that has come its loader removes the element; the page's own ones stay, and are deferred.
    if (script.defer || !places.some((place) => script.src.startsWith(place))) continue;
    askAnew(script.src);
    script.dispatchEvent(new Event('error'));
    script.remove();
  }
}
