import {
  phpErrorBits,
  phpErrorLevels,
  standardPhpValue,
  type consoleCalls,
  type HostCode,
  type PhpConfig,
  type PhpParameter,
} from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { SiteSettings } from '#sites/config/save-site-config';
import {
  withDisabledFunctions,
  withPhpParameter,
  withPhpSwitch,
  withPhpUploadSize,
  withPhpVersion,
} from '#sites/config/settings/php';
import type { PhpReport, Runtimes } from '#links/worker-protocol';
import { changeFor } from './change-settings';
import { errorChoices, timeZoneChoices } from './php-choices';
import { installedPhp } from '#sites/installed-php';
import { phpVersions } from './php-versions';

type Calls = Pick<
  typeof consoleCalls,
  | 'readPhp'
  | 'readPhpReport'
  | 'changePhpVersion'
  | 'setPhpLanguage'
  | 'setPhpErrorLog'
  | 'setPhpOutputBuffer'
  | 'setPhpUpload'
  | 'setPhpUploadSize'
  | 'disablePhpFunctions'
  | 'updatePhpParam'
  | 'getPhpErrorPort'
  | 'getPhpTimeZone'
>;

export interface PhpParts {
  readonly settings: SiteSettings;
  readonly now: () => number;
  /** Versions of the runtimes on the node. Refuses with `engine-down`. */
  readonly runtimes: () => Promise<Runtimes>;
  /** What PHP reports when it runs as this site. Refuses with `engine-down` or `php-report-refused`. */
  readonly phpReport: (hostCode: HostCode) => Promise<PhpReport>;
}

const SWITCHES = { php: 'enabled', shortOpenTag: 'shortOpenTag', displayErrors: 'displayErrors' } as const;

const inForce = ({ parameters }: PhpConfig, key: PhpParameter): string =>
  parameters[key] ?? standardPhpValue(key);

type Reading = Pick<Handlers<Calls>, 'readPhp' | 'readPhpReport' | 'getPhpErrorPort' | 'getPhpTimeZone'>;

const reading = ({ settings, now, runtimes, phpReport }: PhpParts): Reading => ({
  readPhp: async (_request, { scope }) => {
    const { document, version } = await settings.read(scope.hostCode);
    const versions = phpVersions(installedPhp(await runtimes()));
    return { config: document.php, version, served: document.language === 'PHP', versions };
  },
  readPhpReport: (_request, { scope }) => phpReport(scope.hostCode),
  getPhpErrorPort: async (_request, { scope, locale }) => {
    const { document } = await settings.read(scope.hostCode);
    const bits = phpErrorBits(inForce(document.php, 'error_reporting')) ?? 0;
    return { choices: errorChoices(locale), current: phpErrorLevels(bits) };
  },
  getPhpTimeZone: async (_request, { scope }) => {
    const { document } = await settings.read(scope.hostCode);
    return { choices: timeZoneChoices(now()), current: inForce(document.php, 'date.timezone') };
  },
});

export function phpHandlers(parts: PhpParts): Handlers<Calls> {
  const change = changeFor(parts.settings);
  return {
    ...reading(parts),
    changePhpVersion: async ({ params, query }, context) => {
      const installed = installedPhp(await parts.runtimes());
      return change({ action: 'changePhpVersion', query }, context, (document) =>
        withPhpVersion(document, params.v, installed),
      );
    },
    setPhpLanguage: ({ params, query }, context) =>
      change({ action: 'setPhpLanguage', query }, context, (document) =>
        withPhpSwitch(document, SWITCHES[params.a], params.b === 'on'),
      ),
    setPhpErrorLog: ({ params, query }, context) =>
      change({ action: 'setPhpErrorLog', query }, context, (document) =>
        withPhpSwitch(document, 'errorLog', params.value === 'on'),
      ),
    setPhpOutputBuffer: ({ params, query }, context) =>
      change({ action: 'setPhpOutputBuffer', query }, context, (document) =>
        withPhpSwitch(document, 'outputBuffer', params.value === 'on'),
      ),
    setPhpUpload: ({ params, query }, context) =>
      change({ action: 'setPhpUpload', query }, context, (document) =>
        withPhpSwitch(document, 'upload', params.value === 'on'),
      ),
    setPhpUploadSize: ({ params, query }, context) =>
      change({ action: 'setPhpUploadSize', query }, context, (document) =>
        withPhpUploadSize(document, params.value),
      ),
    disablePhpFunctions: ({ params, query }, context) =>
      change({ action: 'disablePhpFunctions', query }, context, (document) =>
        withDisabledFunctions(document, params.value.split(',')),
      ),
    updatePhpParam: ({ body, query }, context) =>
      change({ action: 'updatePhpParam', query }, context, (document) =>
        withPhpParameter(document, body.phpIniKey, body.phpIniValue),
      ),
  };
}
