import type { EngineReport } from '#system/engines/engines';
import { cageState, type Cages } from '#system/cage/engine';
import { isolationLevel, type IsolationLevel } from '#system/cage/isolation-level';
import { CONTROLLERS, type Controller, type Shares } from '#system/cage/shares/shares';
import type { DirectMail } from '#system/mail/direct-mail';
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
  readonly shares: Shares;
  readonly directMail: DirectMail;
  /** Whether a mail server of the operator answers at port 25 of this machine. */
  readonly localMailServer: boolean;
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

const LEVELS: Readonly<Record<IsolationLevel, string>> = {
  1: 'level 1 of 4: each site has a cage, a uid and a share of the machine',
  2: 'level 2 of 4: each site has a cage and a uid, but no share of the machine',
  3: 'level 3 of 4: each site has a cage, but all sites share the uid of SiteDeck (not started as root)',
  4: 'level 4 of 4: each site has a uid, but no cage',
  5: 'off: not started as root, so every site and process shares one user',
};

function isolationLines({ isolation, cages, shares }: ReadyProduct): string[] {
  const level = isolationLevel({ isolation, cages: cageState(cages), shares });
  return [`  Isolation  ${LEVELS[level]}`];
}

function cageLines(cages: Cages, isolation: Isolation): string[] {
  if (cages.is === 'on') {
    const { version, userNamespace } = cages.engine;
    const how = userNamespace ? `bubblewrap ${version}, in user namespaces` : `bubblewrap ${version}`;
    return [`  Cages      on (${how}): programs of a site see only its own files and processes`];
  }
  const seen =
    isolation.is === 'separate'
      ? 'so programs of a site see the processes of other sites'
      : 'so programs of a site can read and change all files of SiteDeck';
  switch (cages.why) {
    case 'missing':
      return [
        `  Cages      off: bubblewrap is not installed, ${seen}. Install: apt-get install -y bubblewrap`,
      ];
    case 'rights':
      return [
        `  Cages      off: this machine permits no ${isolation.is === 'single' ? 'user namespaces' : 'namespaces (as most containers)'}, ${seen}`,
      ];
  }
}

const RESOURCES: Readonly<Record<Controller, string>> = {
  memory: 'memory',
  pids: 'processes',
  cpu: 'processor',
  io: 'disk',
};

/** Nothing without cages: then another line says more. */
function shareLines(shares: Shares, isolation: Isolation): string[] {
  const open = 'so PHP and .NET of one site can use up the machine';
  if (shares.is === 'on') {
    const { version, folders } = shares.groups;
    const missing = CONTROLLERS.filter((controller) => folders[controller] === undefined);
    const names = (controllers: readonly Controller[]) => controllers.map((one) => RESOURCES[one]).join(', ');
    const limited = names(CONTROLLERS.filter((controller) => !missing.includes(controller)));
    const rest = missing.length === 0 ? '' : `; this machine can't limit: ${names(missing)}`;
    return [
      `  Shares     on (cgroup v${version}): PHP and .NET of each site are limited in ${limited}${rest}`,
    ];
  }
  switch (shares.why) {
    case 'cages':
      return [];
    case 'missing':
      return [`  Shares     off: the kernel offers no cgroup controllers, ${open}`];
    case 'rights': {
      const why =
        isolation.is === 'separate'
          ? "cgroups can't be created here (as in most containers)"
          : 'no cgroup was handed to this user (Delegate=yes)';
      return [`  Shares     off: ${why}, ${open}`];
    }
  }
}

function relayText(relay: string | undefined): string {
  if (relay === undefined) return 'mail() of PHP is off: MAIL_RELAY is not set';
  const { hostname, port, protocol } = new URL(relay);
  const own = protocol === 'smtps:' ? '465' : '587';
  return `mail() of PHP goes through ${hostname}:${port || own}`;
}

function directText(direct: DirectMail): string {
  if (direct.is === 'closed') return 'port 25 of other machines is closed to sites';
  const open = 'port 25 of other machines is open to sites, whose mail is not counted there';
  switch (direct.why) {
    case 'setting':
      return `${open} (HOST_MAIL_DIRECT)`;
    case 'root':
      return open;
    case 'missing':
      return `${open}: iproute2 is not installed. Install: apt-get install -y iproute2`;
    case 'rights':
      return `${open}: this machine permits no routing rules for them (as in most containers)`;
  }
}

function mailLines({ settings, directMail, localMailServer }: ReadyProduct): string[] {
  const local = localMailServer ? ['             port 25 of this machine answers, and sites reach it'] : [];
  return [
    `  Mail       ${relayText(settings.MAIL_RELAY)}`,
    `             ${directText(directMail)}`,
    ...local,
  ];
}

/** Lines for the operator after a start: addresses, demo host, engines. */
export function summaryLines(ready: ReadyProduct): readonly string[] {
  const { settings, isolation } = ready;
  const [address = ''] = consoleOrigins(settings);
  const key =
    settings.SITEDECK_PROVIDER_KEY === undefined
      ? `${settings.dataDirectory}/secrets/provider-key`
      : 'SITEDECK_PROVIDER_KEY';
  return [
    '',
    `SiteDeck is ready (${ready.seconds.toFixed(1)} s)`,
    '',
    `  Console    ${address}`,
    ...demoLines(settings, ready.demo),
    `  Provider   unix:${ready.adminSocket} · http://${settings.ADMIN_BIND}   (key: ${key})`,
    ...engineLines(ready),
    ...isolationLines(ready),
    ...cageLines(ready.cages, isolation),
    ...shareLines(ready.shares, isolation),
    ...mailLines(ready),
    `  Data       ${settings.dataDirectory}`,
    '',
  ];
}
