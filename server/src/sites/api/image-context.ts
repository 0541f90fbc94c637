import type { HostCode, ImageConfig } from '@sitedeck/contract';
import type { Runtimes } from '#links/worker-protocol';
import type { ImageContext } from '#sites/config/with-image';
import type { HostFacts } from '#sites/host-scope';
import { installedPhp } from '#sites/installed-php';

export interface ImageContextParts {
  /** Versions of the runtimes on the node. Refuses with `engine-down`. */
  readonly runtimes: () => Promise<Runtimes>;
  /** The address of a host without a domain of its own. */
  readonly testUrl: (hostCode: HostCode) => string;
}

/** The names of a host, and the PHP versions of its node: asked only if the image names one. */
export async function readImageContext(
  { runtimes, testUrl }: ImageContextParts,
  { code, domains }: Pick<HostFacts, 'code' | 'domains'>,
  { phpVersion }: Pick<ImageConfig, 'phpVersion'>,
): Promise<ImageContext> {
  const { hostname, port } = new URL(testUrl(code));
  return {
    site: { names: [hostname, ...domains], port },
    installed: phpVersion === undefined ? [] : installedPhp(await runtimes()),
  };
}
