import type { EngineReport } from '#system/engines/engines';
import type { Cages } from '#system/cage/engine';
import type { Isolation } from '#system/process/identity';
import { consoleOrigins } from '#system/settings/console-addresses';
import { previewUrl } from '#system/settings/host-addresses';
import type { Settings } from '#system/settings/settings';
import type { Demo } from './demo';

export interface ReadyProduct {
  readonly settings: Settings;
  /** Path of the provider API's unix socket. */
  readonly adminSocket: string;
  readonly isolation: Isolation;
  readonly engines: readonly EngineReport[];
  readonly cages: Cages;
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

function engineLines({ engines, database }: ReadyProduct): string[] {
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

/** Nothing without root: then the line about isolation says more. */
function cageLines(cages: Cages): string[] {
  if (cages.is === 'on')
    return [
      `  Cages      on (bubblewrap ${cages.engine.version}): a .NET site sees only its own files and processes`,
    ];
  const seen = 'so a .NET site sees the processes of other sites';
  switch (cages.why) {
    case 'root':
      return [];
    case 'missing':
      return [
        `  Cages      off: bubblewrap is not installed, ${seen}. Install: apt-get install -y bubblewrap`,
      ];
    case 'rights':
      return [`  Cages      off: this machine permits no namespaces (as most containers), ${seen}`];
  }
}

/** Lines for the operator after a start: addresses, demo host, engines. */
export function summaryLines(ready: ReadyProduct): readonly string[] {
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
    ...cageLines(ready.cages),
    ...(isolation.is === 'single' ? [warning] : []),
    `  Data       ${settings.dataDirectory}`,
    '',
  ];
}
