import type { BootRemote, HostInfo, Locale } from '@sitedeck/contract';
import { can, isBlocked } from '@sitedeck/sdk';
import { SHELL_PAGES, type ShellView } from './shell-pages';

/** One address of the console and what stands there. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly purpose: string | undefined;
  /** Titles from the outermost level to the page itself. */
  readonly crumbs: readonly { readonly path: string; readonly title: string }[];
  readonly body:
    | { readonly is: 'shell'; readonly view: ShellView }
    | { readonly is: 'remote'; readonly remote: BootRemote }
    /** The host is suspended and this page is not among what stays. */
    | { readonly is: 'blocked' };
}

/** Every page a host has, from the manifests alone. What its role or language forbids is absent. */
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
  return [...own, ...remotes.flatMap((remote) => remotePages(remote, host, locale))];
}

function remotePages(remote: BootRemote, host: HostInfo, locale: Locale): readonly Page[] {
  const words = remote.titles[locale];
  const blocked = isBlocked(host);
  return remote.routes
    .filter((route) => can(host, route))
    .map(({ path, titleKey, purposeKey }): Page => {
      const title = words[titleKey] ?? titleKey;
      const entry = remote.menu.find((item) => item.path === path);
      const closed = blocked && entry?.whenBlocked !== true;
      return {
        path,
        title,
        purpose: purposeKey === undefined ? undefined : words[purposeKey],
        crumbs: [...ancestors(remote, entry?.parent, words), { path, title }],
        body: closed ? { is: 'blocked' } : { is: 'remote', remote },
      };
    });
}

function ancestors(
  remote: BootRemote,
  parent: string | undefined,
  words: Readonly<Record<string, string>>,
): Page['crumbs'] {
  const above = new Map<string, Page['crumbs'][number]>();
  let entry = remote.menu.find(({ path }) => path === parent);
  // Parents that lead back to one another have no top.
  while (entry && !above.has(entry.path)) {
    const { path, titleKey, parent: next } = entry;
    above.set(path, { path, title: words[titleKey] ?? titleKey });
    entry = remote.menu.find((one) => one.path === next);
  }
  return [...above.values()].reverse();
}
