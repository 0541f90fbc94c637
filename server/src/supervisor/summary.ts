import type { EngineReport } from '#system/engines/engines';
import type { Isolation } from '#system/process/identity';
import { consoleOrigins } from '#system/settings/console-addresses';
import { previewUrl } from '#system/settings/host-addresses';
import type { Settings } from '#system/settings/settings';
import type { Demo } from './demo';

export interface Ready {
  readonly settings: Settings;
  /** Path of the provider API's unix socket. */
  readonly adminSocket: string;
  readonly isolation: Isolation;
  readonly engines: readonly EngineReport[];
  readonly database: string;
  readonly demo: Demo;
  readonly seconds: number;
}

function demoLines(settings: Settings, demo: Demo): string[] {
  if (demo.is === 'off') return [];
  const site = `  Site       ${previewUrl(settings, demo.hostCode)}`;
  if (demo.is === 'made')
    return [`  Demo host  ${demo.hostName}   password ${demo.password}   (shown once)`, site];
  const reset = `npm run sitedeck -- host password ${demo.hostCode}`;
  return [`  Demo host  ${demo.hostName}   (new password: ${reset})`, site];
}

function engineLines({ engines, database }: Ready): string[] {
  const available = engines.flatMap((engine) =>
    engine.is === 'present' ? [`${engine.name} ${engine.version}`] : [],
  );
  const missing = engines.flatMap((engine) =>
    engine.is === 'missing'
      ? [`  Missing    ${engine.name}: ${engine.loses}. Install: ${engine.install}`]
      : [],
  );
  return [`  Engines    ${[database, ...available].join(' · ')}`, ...missing];
}

/** Lines for the operator after a start: addresses, demo host, engines. */
export function summaryLines(ready: Ready): readonly string[] {
  const { settings, isolation } = ready;
  const [address = ''] = consoleOrigins(settings);
  const key =
    settings.SITEDECK_PROVIDER_KEY === undefined
      ? `${settings.dataDirectory}/secrets/provider-key`
      : 'SITEDECK_PROVIDER_KEY';
  const warning = '  Isolation  off: not started as root, so every site and process shares one user';
  return [
    '',
    `SiteDeck is ready (${ready.seconds.toFixed(1)} s)`,
    '',
    `  Console    ${address}`,
    ...demoLines(settings, ready.demo),
    `  Provider   unix:${ready.adminSocket} · http://${settings.ADMIN_BIND}   (key: ${key})`,
    ...engineLines(ready),
    ...(isolation.is === 'single' ? [warning] : []),
    `  Data       ${settings.dataDirectory}`,
    '',
  ];
}
