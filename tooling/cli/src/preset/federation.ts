/** Options that both sides of the federation must agree on. */
export const FEDERATION = {
  // A share that is already there wins over asking every remote which version it would bring.
  shareStrategy: 'loaded-first',
  // The typed workspace packages replace generated types; the registry replaces manifests.
  dts: false,
  manifest: false,
} as const;

export const EXPERIMENTS = { optimization: { target: 'web', disableSnapshot: true } } as const;

/** Global under which the entry of one version of a remote appears: two versions must not be taken for one another. */
export const remoteGlobal = (name: string, version: string): string =>
  `sitedeck_${name}_${version}`.replace(/[^A-Za-z0-9_]/g, '_');
