import type { BootRemote, HostInfo, Locale, RemoteSlot } from '@sitedeck/contract';
import { can, isBlocked } from '@sitedeck/sdk';
import type { Page } from '../routing/pages';

/** Number of shortcuts on Home. */
const SHORTCUTS_MAX = 8;

/** A shortcut on Home, declared by the remote that it leads to. */
export interface Shortcut {
  /** Page and query, as in `/fileManage?act=upload`. */
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  /** Opens this in a new window instead of the page. */
  readonly opens?: 'admin-tool';
}

/** A card of Home with content from a remote. */
export interface CardSlot {
  readonly key: string;
  readonly title: string;
  readonly remote: BootRemote;
  /** Its exposed module, as in `./backup-card`. */
  readonly expose: string;
}

interface ShortcutContext {
  readonly host: HostInfo;
  readonly remotes: readonly BootRemote[];
  /** Of this host. */
  readonly pages: readonly Page[];
  readonly noDatabase: boolean;
}

type SlotOf<Kind extends RemoteSlot['slot']> = Extract<RemoteSlot, { readonly slot: Kind }>;

/** Slots of one type that this host and role may see, in order, with the remote each belongs to. */
function slotsFor<Kind extends RemoteSlot['slot']>(
  kind: Kind,
  host: HostInfo,
  remotes: readonly BootRemote[],
): readonly { readonly slot: SlotOf<Kind>; readonly remote: BootRemote }[] {
  const blocked = isBlocked(host);
  return remotes
    .flatMap((remote) => remote.slots.map((slot) => ({ slot, remote })))
    .filter((one): one is { slot: SlotOf<Kind>; remote: BootRemote } => one.slot.slot === kind)
    .filter(({ slot }) => can(host, slot) && (!blocked || slot.whenBlocked))
    .sort((a, b) => a.slot.order - b.slot.order);
}

const titleOf = ({ titles }: BootRemote, key: string, locale: Locale): string => titles[locale][key] ?? key;

/** Shortcuts of all remotes, without those to a page or a database that this host does not have. */
export function shortcutsOf(
  { host, remotes, pages, noDatabase }: ShortcutContext,
  locale: Locale,
): readonly Shortcut[] {
  const open = new Set(pages.filter(({ body }) => body.is !== 'blocked').map(({ path }) => path));
  return slotsFor('home.shortcut', host, remotes)
    .filter(({ slot }) => open.has(slot.path.replace(/\?.*$/, '')))
    .filter(({ slot }) => !(noDatabase && slot.opens === 'admin-tool'))
    .map(({ slot, remote }) => ({
      path: slot.path,
      title: titleOf(remote, slot.titleKey, locale),
      icon: slot.icon,
      ...(slot.opens && { opens: slot.opens }),
    }))
    .filter(isNotRepeated)
    .slice(0, SHORTCUTS_MAX);
}

/** Two shortcuts with the same target and words look the same, so only the first is shown. */
const isNotRepeated = ({ path, title }: Shortcut, index: number, all: readonly Shortcut[]): boolean =>
  all.findIndex((other) => other.path === path && other.title === title) === index;

export const cardSlotsOf = (
  host: HostInfo,
  remotes: readonly BootRemote[],
  locale: Locale,
): readonly CardSlot[] =>
  slotsFor('home.card', host, remotes).map(({ slot, remote }) => ({
    key: `${remote.name} ${slot.expose}`,
    title: titleOf(remote, slot.titleKey, locale),
    remote,
    expose: slot.expose,
  }));
