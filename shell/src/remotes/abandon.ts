import { renewAddress } from '../boot/integrity';

/** Path of the shell's own chunks, among them the kit's lazy facades that all remotes share. */
const OWN = '/assets/';

/**
 * Cancels the pending scripts of a remote and of the shell's chunks, so that a retry does not wait for them: every
 * pending import fails, and the next one uses a new address.
 */
export function abandonScripts(base: string = OWN): void {
  const places = [base, OWN].map((place) => new URL(place, location.href).href);
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) {
    // The loader removes the element of a loaded script; the page's own scripts are deferred and stay.
    if (script.defer || !places.some((place) => script.src.startsWith(place))) continue;
    renewAddress(script.src);
    script.dispatchEvent(new Event('error'));
    script.remove();
  }
}
