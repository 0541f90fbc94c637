import type { Runtimes } from '#links/worker-protocol';

/** PHP versions that run sites, as in `8.2`: a node uses only the newest that is installed. */
export const installedPhp = ({ PHP }: Runtimes): readonly string[] =>
  /^\d+\.\d+/.exec(PHP ?? '')?.slice(0, 1) ?? [];
