/** Global under which the entry of one version of a remote appears: two versions must not be taken for one another. */
export const remoteGlobal = (name: string, version: string): string =>
  `sitedeck_${name}_${version}`.replace(/[^A-Za-z0-9_]/g, '_');
