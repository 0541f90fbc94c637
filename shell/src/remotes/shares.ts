import { getInstance } from '@module-federation/enhanced/runtime';

interface Share {
  readonly loaded?: boolean;
  from: string;
  loading?: Promise<unknown> | null;
}

/**
 * All shares are the shell's. The runtime counts one as the remote's that was first to load it, and would take it away
 * with that remote; and it answers every further attempt with a share's failed promise.
 */
export function reclaimShares(): void {
  const shell = getInstance();
  if (!shell) return;
  const scopes: Record<string, Record<string, Record<string, Share>>> = shell.shareScopeMap;
  const packages = Object.values(scopes).flatMap((scope) => Object.values(scope));
  for (const share of packages.flatMap((versions) => Object.values(versions))) {
    share.from = shell.name;
    if (!share.loaded) share.loading = null;
  }
}

/** Loads a part of the shell that may need a lazy share: one that failed before is asked for anew. */
export function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  reclaimShares();
  return load();
}
