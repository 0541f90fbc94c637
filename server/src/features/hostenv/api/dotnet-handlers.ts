import { DOTNET_VERSIONS, type consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import {
  withDotNetMode,
  withDotNetVersion,
  withScriptError,
  withTrustLevel,
} from '#sites/config/settings/dotnet';
import { changeFor } from './change-settings';
import type { PhpParts } from './php-handlers';

type Calls = Pick<
  typeof consoleCalls,
  'readDotNet' | 'setTrustedLevel' | 'changeDotNetVersion' | 'setScriptError'
>;

/** The version that Mono implements. */
const RUNS = '4.0' satisfies (typeof DOTNET_VERSIONS)[number];

/** Settings are kept even if no runtime on the node applies them: `readDotNet` reports that. */
export function dotNetHandlers({
  settings,
  runtimes,
}: Pick<PhpParts, 'settings' | 'runtimes'>): Handlers<Calls> {
  const change = changeFor(settings);
  return {
    readDotNet: async (_request, { scope }) => {
      const { document, version } = await settings.read(scope.hostCode);
      const { NET: runtime } = await runtimes();
      const { dotNet: config, scriptError } = document;
      const versions = DOTNET_VERSIONS.map((one) => ({
        version: one,
        runs: runtime !== null && one === RUNS,
      }));
      return { config, scriptError, version, runtime, versions, trustEnforced: false };
    },
    setTrustedLevel: ({ params, query }, context) =>
      change({ action: 'setTrustedLevel', query }, context, (document) => withTrustLevel(document, params.v)),
    changeDotNetVersion: ({ params, query }, context) =>
      change({ action: 'changeDotNetVersion', query }, context, (document) =>
        withDotNetMode(withDotNetVersion(document, params.v), params.mode),
      ),
    setScriptError: ({ params, body, query }, context) =>
      change({ action: 'setScriptError', query }, context, (document) =>
        withScriptError(document, params.notify, body.msg),
      ),
  };
}
