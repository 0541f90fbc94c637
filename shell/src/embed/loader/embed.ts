import { EMBED_EVENTS, type EmbedEvent, type EmbedOptions } from '../embed-api';
import { SitedeckElement } from './sitedeck-element';

type EmbedRequest = Partial<EmbedOptions> &
  Pick<EmbedOptions, 'name' | 'getToken'> & {
    readonly onEvent?: (event: EmbedEvent, detail: unknown) => void;
  };

/** What `SiteDeck.embed` answers. */
interface Handle {
  readonly element: HTMLElement;
  readonly update: (change: Partial<EmbedRequest>) => void;
  readonly destroy: () => void;
  /** Returns the function that removes the listener. */
  readonly on: (event: EmbedEvent, listener: (detail: unknown) => void) => () => void;
}

const ATTRIBUTES = ['name', 'host', 'locale', 'theme'] as const;

function apply(element: SitedeckElement, given: Partial<EmbedRequest>): void {
  for (const name of ATTRIBUTES) {
    const value = given[name];
    if (value !== undefined) element.setAttribute(name, value);
  }
  if (given.nonce !== undefined) element.nonce = given.nonce;
  if (given.properties) element.properties = given.properties;
  if (given.getToken) element.getToken = given.getToken;
}

/** Puts a remote into `target`, after whatever is there. */
export function embed(target: Element, options: EmbedRequest): Handle {
  const element = new SitedeckElement();
  apply(element, options);
  const on: Handle['on'] = (event, listener) => {
    const hear = (heard: Event) => listener((heard as CustomEvent<unknown>).detail);
    element.addEventListener(event, hear);
    return () => element.removeEventListener(event, hear);
  };
  const { onEvent } = options;
  if (onEvent) for (const event of EMBED_EVENTS) on(event, (detail) => onEvent(event, detail));
  target.append(element);
  return {
    element,
    update: (change) => apply(element, change),
    destroy: () => element.remove(),
    on,
  };
}
