import type { HostInfo, Locale, Role } from '@sitedeck/contract';
import type { Kernel } from './kernel/kernel-shape';
import type { Scheme } from './settings/use-settings';

/** Raised when a member of the context changes its meaning; a remote names what it needs in `remote.json`. */
export const REMOTE_API_VERSION = 1;

/** The shell owns the URL; a remote reads its part and asks. */
export interface RemoteNav {
  /** Full path of the page, as in `/fileManage`. */
  readonly path: string;
  /** Query string without `?`. */
  readonly search: string;
  go: (path: string, options?: { readonly replace?: boolean }) => void;
}

export interface RemotePermissions {
  readonly role: Role;
  /** The host is suspended: only backup and domains are open. */
  readonly blocked: boolean;
  /** A right that the remote's manifest names under `permissions`; one it does not name nobody has. */
  allows: (name: string) => boolean;
}

/** A portal's own look, as far as it has said one. Colours as `#rrggbb`. */
export interface Brand {
  readonly primary?: string;
  readonly link?: string;
  /** Behind everything. */
  readonly background?: string;
  /** Of cards, tables, fields. */
  readonly surface?: string;
  readonly text?: string;
  readonly line?: string;
  /** Of controls, px; cards take a third more. */
  readonly radius?: number;
  readonly font?: string;
}

/** Where a remote in a foreign page lives: its styles, and what opens above it, stay inside this shadow root. */
export interface RemoteSurface {
  /** Popups go here, and toasts where they have no place of their own. */
  readonly layers: HTMLElement;
  /** Lies over the remote and is no larger: what is put into it stays within the remote's own box. */
  readonly toasts?: HTMLElement;
  readonly styles: ShadowRoot;
  /** Of its own in this page: prefix of class names and of CSS variables. */
  readonly key: string;
  readonly brand?: Brand;
  /** Of the portal's content policy, for style elements. */
  readonly nonce?: string | undefined;
}

/** What a remote gets, in the shell's tree (`./app`) and in a root of its own (`./mount`) alike. */
export interface RemoteContext {
  readonly apiVersion: typeof REMOTE_API_VERSION;
  /** For a remote that brings no SDK of its own. */
  readonly sdk: Kernel;
  readonly host: HostInfo;
  readonly nav: RemoteNav;
  readonly locale: Locale;
  readonly theme: Scheme;
  readonly permissions: RemotePermissions;
  /** What a portal's page set, by the names of the manifest's `embed.properties`; empty in the console. */
  readonly properties: Readonly<Record<string, string>>;
  /** In a portal's page only; `mount` gives it to the kit's provider. */
  readonly surface?: RemoteSurface;
  /** Tells whoever holds the remote, as in `emit('dirty', true)`. */
  emit: (event: string, detail?: unknown) => void;
  /** Aborts when the remote leaves the page. */
  readonly signal: AbortSignal;
}
