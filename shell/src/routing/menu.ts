import type { BootRemote, HostInfo, Locale } from '@sitedeck/contract';
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

/** The menu of a host, from the manifests alone: no code of a remote is loaded. A suspended host keeps what `whenBlocked` allows. */
export function buildMenu(
  host: HostInfo,
  remotes: readonly BootRemote[],
  locale: Locale,
): readonly MenuNode[] {
  const blocked = isBlocked(host);
  const entries = [
    ...(blocked ? [] : shellEntries(locale)),
    ...remotes.flatMap((remote) => remoteEntries(remote, host, locale)),
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
  return below(undefined);
}

const shellEntries = (locale: Locale): readonly Entry[] =>
  SHELL_PAGES.flatMap(({ path, title, icon, order }) =>
    icon === undefined
      ? []
      : [{ path, title: title[locale], icon, order, isNew: false, href: undefined, parent: undefined }],
  );

function remoteEntries(remote: BootRemote, host: HostInfo, locale: Locale): readonly Entry[] {
  const blocked = isBlocked(host);
  return remote.menu
    .filter((entry) => can(host, entry) && (!blocked || entry.whenBlocked))
    .map(({ path, titleKey, icon, order, parent, isNew, href }) => ({
      path,
      title: remote.titles[locale][titleKey] ?? titleKey,
      icon,
      order,
      parent,
      isNew,
      href,
    }));
}
