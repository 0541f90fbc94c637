import type { BootRemote } from '@sitedeck/contract';
import { hungLastTime } from './entering';
import { preloadApp } from './load-remote';
import { obstacleOf } from './obstacle';

/** Fetches a remote as soon as the pointer or the focus is on a link to it. */
export function preloadOnHover(remotes: readonly BootRemote[]): void {
  const requested = new Set<BootRemote>();
  const ask = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin !== location.origin) return;
    const remote = remotes.find(({ routes }) => routes.some(({ path }) => path === link.pathname));
    if (!remote || requested.has(remote) || obstacleOf(remote) || hungLastTime(remote)) return;
    requested.add(remote);
    void preloadApp(remote);
  };
  document.addEventListener('pointerover', ask);
  document.addEventListener('focusin', ask);
}
