/** Options that both sides of the federation must agree on. */
export const FEDERATION = {
  // A share that is already there wins over asking every remote which version it would bring.
  shareStrategy: 'loaded-first',
  // The typed workspace packages replace generated types; the registry replaces manifests.
  dts: false,
  manifest: false,
} as const;

export const EXPERIMENTS = { optimization: { target: 'web', disableSnapshot: true } } as const;

/** Global under which the entry of one version of a remote appears; the shell derives the same (`remote-global.ts`). */
export { remoteGlobal } from '../../shell/src/remotes/remote-global';
