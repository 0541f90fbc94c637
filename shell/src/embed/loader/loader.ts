import { embed } from './embed';
import { SitedeckElement, TAG } from './sitedeck-element';

/** `embed.js`: the one script of the console that a portal's page names. A second copy does nothing. */
if (!customElements.get(TAG)) {
  customElements.define(TAG, SitedeckElement);
  Object.assign(globalThis, { SiteDeck: { embed } });
}
