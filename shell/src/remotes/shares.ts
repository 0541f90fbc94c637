import { getInstance } from '@module-federation/enhanced/runtime';

interface Share {
  readonly loaded?: boolean;
  from: string;
  loading?: Promise<unknown> | null;
}

/**
 * Makes the shell the owner of all shares. The runtime assigns a share to the first remote that loads it, and would
 * remove it with that remote; it also answers every retry with a share's failed promise.
 */
export function claimShares(): void {
  const shell = getInstance();
  if (!shell) return;
  const scopes: Record<string, Record<string, Record<string, Share>>> = shell.shareScopeMap;
  const packages = Object.values(scopes).flatMap((scope) => Object.values(scope));
  for (const share of packages.flatMap((versions) => Object.values(versions))) {
    share.from = shell.name;
    if (!share.loaded) share.loading = null;
  }
}

/** Loads a part of the shell that may need a lazy share; a share that failed before is fetched again. */
export function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  claimShares();
  return load();
}
