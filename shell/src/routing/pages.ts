import type { BootRemote, HostInfo, Locale, MenuEntry } from '@sitedeck/contract';
import { can, isBlocked } from '@sitedeck/sdk';
import { visiblePaths, titleOf } from './menu';
import { SHELL_PAGES, type ShellView } from './shell-pages';

/** One address of the console and the content there. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly purpose: string | undefined;
  /** Titles from the outermost level to the page itself. */
  readonly crumbs: readonly { readonly path: string; readonly title: string }[];
  readonly body:
    | { readonly is: 'shell'; readonly view: ShellView }
    | { readonly is: 'remote'; readonly remote: BootRemote }
    /** A parent leads on to one of its children. */
    | { readonly is: 'redirect'; readonly to: string }
    /** The host is suspended and this page is not among what stays. */
    | { readonly is: 'blocked' };
}

/** Every page of a host, from the manifests alone. Pages that its role or language forbids are absent. */
export function buildPages(host: HostInfo, remotes: readonly BootRemote[], locale: Locale): readonly Page[] {
  const own = SHELL_PAGES.map(({ path, view, title }): Page => {
    const name = title[locale];
    return {
      path,
      title: name,
      purpose: undefined,
      crumbs: [{ path, title: name }],
      body: { is: 'shell', view },
    };
  });
  const seen = visiblePaths(host, remotes);
  return [...own, ...remotes.flatMap((remote) => remotePages({ remote, host, seen, locale }))];
}

interface Making {
  readonly remote: BootRemote;
  readonly host: HostInfo;
  /** Menu entries that the host has. */
  readonly seen: ReadonlySet<string>;
  readonly locale: Locale;
}

function remotePages({ remote, host, seen, locale }: Making): readonly Page[] {
  const words = remote.titles[locale];
  const titles = (entry: MenuEntry) => titleOf(entry, seen, words);
  const blocked = isBlocked(host);
  return remote.routes
    .filter((route) => can(host, route))
    .map(({ path, titleKey, purposeKey, redirect }): Page => {
      const title = words[titleKey] ?? titleKey;
      const entry = remote.menu.find((item) => item.path === path);
      const closed = blocked && entry?.whenBlocked !== true;
      return {
        path,
        title,
        purpose: purposeKey === undefined ? undefined : words[purposeKey],
        crumbs: [...ancestors(remote, entry?.parent, titles), { path, title }],
        body: bodyOf(remote, closed, redirect),
      };
    });
}

function bodyOf(remote: BootRemote, closed: boolean, redirect: string | undefined): Page['body'] {
  if (closed) return { is: 'blocked' };
  return redirect === undefined ? { is: 'remote', remote } : { is: 'redirect', to: redirect };
}

function ancestors(
  remote: BootRemote,
  parent: string | undefined,
  titles: (entry: MenuEntry) => string,
): Page['crumbs'] {
  const above = new Map<string, Page['crumbs'][number]>();
  let entry = remote.menu.find(({ path }) => path === parent);
  // Parents in a cycle have no top level.
  while (entry && !above.has(entry.path)) {
    const { path, parent: next } = entry;
    above.set(path, { path, title: titles(entry) });
    entry = remote.menu.find((one) => one.path === next);
  }
  return [...above.values()].reverse();
}
