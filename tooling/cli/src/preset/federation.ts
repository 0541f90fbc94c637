/** Options that both sides of the federation must agree on. */
export const FEDERATION = {
  // A share that is already loaded wins; otherwise every remote would be asked for its version.
  shareStrategy: 'loaded-first',
  // The typed workspace packages replace generated types; the registry replaces manifests.
  dts: false,
  manifest: false,
} as const;

export const EXPERIMENTS = { optimization: { target: 'web', disableSnapshot: true } } as const;

/** Global variable of the entry of one version of a remote: two versions must not share it. */
export const remoteGlobal = (name: string, version: string): string =>
  `sitedeck_${name}_${version}`.replace(/[^A-Za-z0-9_]/g, '_');
