import type { Locale } from '@sitedeck/contract';
import type { GetToken, ThemeChoice } from '@sitedeck/sdk';

/** What a portal says about one place. Everything but name and token may change while it is open. */
export interface EmbedOptions {
  readonly name: string;
  /** Host code; told apart from the token's only to refuse a mistake. */
  readonly host?: string | undefined;
  /** Nothing where its visitor is signed out; a rejection where it can't tell. */
  readonly getToken: GetToken;
  readonly theme?: ThemeChoice | undefined;
  readonly locale?: Locale | undefined;
  /** What the remote's manifest lists under `embed.properties`. */
  readonly properties: Readonly<Record<string, string>>;
  /** Of the portal's own content policy, for the styles inside. */
  readonly nonce?: string | undefined;
}

export const EMBED_EVENTS = ['ready', 'error', 'navigate', 'task', 'dirty', 'auth-required'] as const;
export type EmbedEvent = (typeof EMBED_EVENTS)[number];

/** A place in a portal's page that asks for a remote. */
export interface EmbedPlace {
  /** Carries the theming variables. */
  readonly element: HTMLElement;
  /** Empty; everything that is shown is put into it. */
  readonly root: ShadowRoot;
  readonly options: EmbedOptions;
  readonly tell: (event: EmbedEvent, detail: unknown) => void;
}

export interface EmbedArea {
  readonly update: (options: EmbedOptions) => void;
  readonly close: () => void;
}

/** What the loader finds in the page once the script with the real code has run. */
export interface EmbedDoor {
  /** @param origin of the console, as `https://console.example` */
  readonly open: (place: EmbedPlace, origin: string) => Promise<EmbedArea>;
}

const KEY = Symbol.for('sitedeck.embed.v1');

interface Page {
  [KEY]?: EmbedDoor;
}

export const embedDoor = (): EmbedDoor | undefined => (globalThis as Page)[KEY];

export function offerDoor(door: EmbedDoor): void {
  (globalThis as Page)[KEY] = door;
}
