import type { Locale } from '@sitedeck/contract';
import type { GetToken, ThemeChoice } from '@sitedeck/sdk';

/** Options of one embedded remote. All except name and token may change while it is open. */
export interface EmbedOptions {
  readonly name: string;
  /** Host code; only compared with the token's host, to refuse a mistake. */
  readonly host?: string | undefined;
  /** Resolves to nothing if the portal's visitor is signed out; rejects if the portal doesn't know. */
  readonly getToken: GetToken;
  readonly theme?: ThemeChoice | undefined;
  readonly locale?: Locale | undefined;
  /** The properties listed in the remote's manifest under `embed.properties`. */
  readonly properties: Readonly<Record<string, string>>;
  /** Nonce of the portal's own content policy, for the styles inside. */
  readonly nonce?: string | undefined;
}

export const EMBED_EVENTS = ['ready', 'error', 'navigate', 'task', 'dirty', 'auth-required'] as const;
export type EmbedEvent = (typeof EMBED_EVENTS)[number];

/** An element in a portal's page that shows a remote. */
export interface EmbedElement {
  /** The element that has the theming variables. */
  readonly element: HTMLElement;
  /** An empty shadow root for the remote. */
  readonly root: ShadowRoot;
  readonly options: EmbedOptions;
  readonly dispatch: (event: EmbedEvent, detail: unknown) => void;
}

export interface EmbedArea {
  readonly update: (options: EmbedOptions) => void;
  readonly close: () => void;
}

/** The interface that the embedding script provides to the loader, as a global of the page. */
export interface EmbedApi {
  /** @param origin of the console, as `https://console.example` */
  readonly open: (place: EmbedElement, origin: string) => Promise<EmbedArea>;
}

const KEY = Symbol.for('sitedeck.embed.v1');

interface Page {
  [KEY]?: EmbedApi;
}

export const embedApi = (): EmbedApi | undefined => (globalThis as Page)[KEY];

export function offerEmbedApi(door: EmbedApi): void {
  (globalThis as Page)[KEY] = door;
}
