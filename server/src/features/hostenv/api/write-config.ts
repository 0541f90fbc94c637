import type { consoleCalls, HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { readImage, withImage } from '#sites/api/with-image';
import { changeFor } from './changing';
import type { PhpParts } from './php-handlers';
import { installedPhp } from './php-versions';

type Calls = Pick<typeof consoleCalls, 'writeConfig'>;

export interface WriteConfigParts extends Pick<PhpParts, 'settings' | 'runtimes'> {
  /** Where a host answers before a domain is bound. */
  readonly testUrl: (hostCode: HostCode) => string;
}

/** All that an image asks for, as one change: where one field can't be, nothing is. */
export function writeConfigHandlers({ settings, runtimes, testUrl }: WriteConfigParts): Handlers<Calls> {
  const change = changeFor(settings);
  return {
    writeConfig: async ({ body, query }, context) => {
      const image = readImage(body.image);
      const { hostname, port } = new URL(testUrl(context.scope.hostCode));
      const site = { names: [hostname, ...context.scope.host.domains], port };
      const installed = image.phpVersion === undefined ? [] : installedPhp(await runtimes());
      return change({ action: 'writeConfig', query }, context, (document) =>
        withImage(document, image, { installed, site }),
      );
    },
  };
}
