import type { HostInfo, Locale, Role } from '@sitedeck/contract';
import type { Kernel } from './kernel/kernel-shape';
import type { Scheme } from './settings/use-settings';

/** Raised when a member of the context changes its meaning; a remote names the version it needs in `remote.json`. */
export const REMOTE_API_VERSION = 1;

/** The shell owns the URL; a remote reads it and asks the shell to navigate. */
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
  /**
   * Whether the user has a right from `permissions` of the remote's manifest; undeclared rights are never
   * granted.
   */
  allows: (name: string) => boolean;
}

/** The brand of a portal, as far as it has set one. Colours as `#rrggbb`. */
export interface Brand {
  readonly primary?: string;
  readonly link?: string;
  /** Behind everything. */
  readonly background?: string;
  /** Background of cards, tables, fields. */
  readonly surface?: string;
  readonly text?: string;
  readonly line?: string;
  /** Radius of controls, px; cards take a third more. */
  readonly radius?: number;
  readonly font?: string;
}

/** Where a remote in a portal's page lives: its styles, and the layers above it, stay inside this shadow root. */
export interface RemoteSurface {
  /** Container of popups, and of toasts when `toasts` is absent. */
  readonly layers: HTMLElement;
  /** Container over the remote and no larger, so that toasts stay within the remote's own box. */
  readonly toasts?: HTMLElement;
  readonly styles: ShadowRoot;
  /** Unique in this page: prefix of class names and of CSS variables. */
  readonly key: string;
  readonly brand?: Brand;
  /** Nonce of the portal's content policy, for style elements. */
  readonly nonce?: string | undefined;
}

/** What a remote gets, the same in the shell's tree (`./app`) and in its own root (`./mount`). */
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
  /** In a portal's page only; `mount` passes it to the kit's provider. */
  readonly surface?: RemoteSurface;
  /** Reports to the page that holds the remote, as in `emit('dirty', true)`. */
  emit: (event: string, detail?: unknown) => void;
  /** Aborts when the remote leaves the page. */
  readonly signal: AbortSignal;
}
