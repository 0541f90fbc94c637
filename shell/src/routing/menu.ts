import { SHELL_PATHS, type BootRemote, type HostInfo, type Locale, type MenuEntry } from '@sitedeck/contract';
import { can, isBlocked } from '@sitedeck/sdk';
import { SHELL_PAGES } from './shell-pages';

/** One entry of the side menu, as data; its icon is an antd name without `Outlined`. */
export interface MenuNode {
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  readonly isNew: boolean;
  /** Opens a new window. */
  readonly href: string | undefined;
  readonly children: readonly MenuNode[];
}

interface Entry extends Omit<MenuNode, 'children'> {
  readonly order: number;
  readonly parent: string | undefined;
}

/** The menu of a host, from the manifests alone: no code of a remote is loaded. */
export function buildMenu(
  host: HostInfo,
  remotes: readonly BootRemote[],
  locale: Locale,
): readonly MenuNode[] {
  const seen = visiblePaths(host, remotes);
  const entries = [
    ...(isBlocked(host) ? [] : shellEntries(locale)),
    ...remotes.flatMap((remote) => remoteEntries(remote, seen, locale)),
  ].sort((a, b) => a.order - b.order);
  const below = (parent: string | undefined): readonly MenuNode[] =>
    entries
      .filter((entry) => entry.parent === parent)
      .map(({ path, title, icon, isNew, href }) => ({
        path,
        title,
        icon,
        isNew,
        href,
        children: below(path),
      }));
  const parents = new Set(remotes.flatMap(({ menu }) => menu.map(({ parent }) => parent)));
  const own = new Set<string>([...SHELL_PATHS, ...remotes.flatMap(pagesOf)]);
  // A parent without a page of its own is hidden with the last of its children.
  return below(undefined).filter(
    ({ path, children, href }) =>
      children.length > 0 || !parents.has(path) || own.has(path) || href !== undefined,
  );
}

const pagesOf = ({ routes }: BootRemote): readonly string[] =>
  routes.flatMap(({ path, redirect }) => (redirect === undefined ? [path] : []));

/** Paths of the entries that this host has. A suspended host keeps what `whenBlocked` allows. */
export function visiblePaths(host: HostInfo, remotes: readonly BootRemote[]): ReadonlySet<string> {
  const blocked = isBlocked(host);
  return new Set(
    remotes.flatMap(({ menu }) =>
      menu.filter((entry) => can(host, entry) && (!blocked || entry.whenBlocked)).map(({ path }) => path),
    ),
  );
}

/** Title of an entry; it has another one if the entry that its usual title mentions is hidden. */
export function titleOf(
  { titleKey, titleWithout }: Pick<MenuEntry, 'titleKey' | 'titleWithout'>,
  seen: ReadonlySet<string>,
  words: Readonly<Record<string, string>>,
): string {
  const key = titleWithout && !seen.has(titleWithout.path) ? titleWithout.titleKey : titleKey;
  return words[key] ?? key;
}

const shellEntries = (locale: Locale): readonly Entry[] =>
  SHELL_PAGES.flatMap(({ path, title, icon, order }) =>
    icon === undefined
      ? []
      : [{ path, title: title[locale], icon, order, isNew: false, href: undefined, parent: undefined }],
  );

const remoteEntries = (
  { menu, titles }: BootRemote,
  seen: ReadonlySet<string>,
  locale: Locale,
): readonly Entry[] =>
  menu
    .filter(({ path }) => seen.has(path))
    .map((entry) => ({
      path: entry.path,
      title: titleOf(entry, seen, titles[locale]),
      icon: entry.icon,
      order: entry.order,
      parent: entry.parent,
      isNew: entry.isNew,
      href: entry.href,
    }));
