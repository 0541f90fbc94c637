import { appendFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installationGroup } from '#system/cage/shares/installation';
import { findShares } from '#system/cage/shares/find-shares';
import { reportEngines, findEngines } from '#system/engines/engines';
import { prepareData, prepareRun } from './folders';
import { isolationHere } from '#system/process/identity';
import { pathsOf, type Paths } from '#system/settings/paths';
import { readSettings, type Settings } from '#system/settings/settings';
import { adminGroup, openAdminSocket } from './listeners/admin-socket';
import { copyBundle } from './bundle';
import { checkDataDirectory } from './data-directory';
import { ensureDemo, type Demo } from './demo';
import { checkTls } from './parts/front-door';
import { closeInherited } from './listeners/inherited';
import { endLeftovers } from './parts/leftovers';
import { Listeners } from './listeners/listeners';
import { lockData } from './lock';
import { ownSecret } from '#system/settings/secrets';
import { writeSendmail } from '#system/php/sendmail';
import { answersLocally, MailPort } from './mail-port';
import { StartRefusal } from './start-refusal';
import { summaryLines } from './summary';
import { endPrograms, pidFolder, System, type SystemPlan } from './system';
import { claimUids } from './uid-claim';
import { wantedListeners } from './listeners/wanted-listeners';

/** `server/dist` lies two folders below the checkout. */
const CHECKOUT = join(import.meta.dirname, '..', '..');

const isolation = isolationHere();

function settingsHere(): Settings {
  const result = readSettings(process.env, isolation);
  if (result.is === 'ok') return result.settings;
  throw new StartRefusal(result.lines.join('\n'));
}

interface Start {
  readonly settings: Settings;
  readonly places: Paths;
  readonly say: (line: string) => void;
}

/** Without root several installations may have the same range of uids. */
const groupName = ({ settings, places }: Pick<Start, 'settings' | 'places'>): string =>
  isolation.is === 'separate' ? installationGroup(settings) : basename(places.run);

/** Does everything that may be refused before the first process runs. */
async function prepare({ settings, places, say }: Start): Promise<SystemPlan> {
  await prepareData(places, isolation);
  const { found, left } = await endLeftovers(pidFolder(places));
  if (found.length > 0) say(`ended what a killed start had left: ${found.join(', ')}`);
  if (left.length > 0) say(`a killed start has left programs that can't be ended: ${left.join(', ')}`);
  await endPrograms({ settings, isolation, say });
  const engines = await findEngines();
  const shares = await findShares({ cages: engines.cages, name: groupName({ settings, places }) });
  const adminGid = await adminGroup(settings);
  // Before any program of a tenant runs.
  const listeners = await Listeners.open(wantedListeners(settings, engines));
  const providerKey = settings.SITEDECK_PROVIDER_KEY ?? (await ownSecret(places.secrets, 'provider-key'));
  const bundle = await copyBundle(CHECKOUT, places.bundles);
  await prepareRun(places, isolation, engines.nginx ? 'nginx' : 'api');
  await writeSendmail(places, { hasRelay: settings.MAIL_RELAY !== undefined });
  const mailPort = await MailPort.open({ settings, isolation, places, say });
  const adminSocket = await openAdminSocket(places, isolation, adminGid);
  return {
    ...{
      settings,
      isolation,
      places,
      engines,
      shares,
      bundle,
      providerKey,
      listeners,
      adminSocket,
      mailPort,
      say,
    },
  };
}

/** Writes lines to the terminal and to the log in the data directory. A full disk stops neither the terminal nor the product. */
function makeSay(logs: string): (line: string) => void {
  process.stdout.on('error', () => undefined);
  return (line) => {
    const text = `${new Date().toISOString()} ${line}\n`;
    process.stdout.write(text);
    try {
      appendFileSync(join(logs, 'supervisor.log'), text);
    } catch {
      // The terminal has the line.
    }
  };
}

async function announce(plan: SystemPlan, began: number): Promise<void> {
  const { settings, places, engines, shares, providerKey, mailPort, say } = plan;
  const door = { socket: places.adminSocket, key: providerKey };
  const request = { hostName: settings.SITEDECK_DEMO_HOST, password: settings.SITEDECK_DEMO_PASSWORD };
  const demo = await ensureDemo(places.secrets, door, request).catch((error: unknown): Demo => {
    // The product runs without it; the next start tries again.
    say(
      `the demo host could not be made or found: ${error instanceof Error ? error.message : String(error)}`,
    );
    return { is: 'off' };
  });
  const report = reportEngines(engines, isolation.is === 'separate');
  const database =
    settings.DATABASE_URL === undefined ? 'PostgreSQL (embedded)' : 'PostgreSQL (DATABASE_URL)';
  const seconds = (Date.now() - began) / 1000;
  const { adminSocket } = places;
  const lines = summaryLines({
    settings,
    adminSocket,
    isolation,
    engines: report,
    cages: engines.cages,
    shares,
    directMail: mailPort.state,
    localMailServer: await answersLocally(),
    database,
    demo,
    seconds,
  });
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Runs until a signal; resolves when everything has ended. */
async function runUntilStopped(
  system: System,
  say: (line: string) => void,
  ready: () => Promise<void>,
): Promise<void> {
  const signalled = new Promise<'signalled'>((resolve) => {
    process.on('SIGTERM', () => resolve('signalled'));
    process.on('SIGINT', () => resolve('signalled'));
  });
  try {
    const started = system.start().then(ready);
    // A signal interrupts the start, whose error then means nothing.
    started.catch(() => undefined);
    await Promise.race([started, signalled]);
    await signalled;
    say('stopping');
  } finally {
    await system.stop();
  }
}

async function main(): Promise<void> {
  const began = Date.now();
  closeInherited();
  const settings = settingsHere();
  await checkTls(settings);
  await checkDataDirectory(settings.dataDirectory, isolation);
  const lock = await lockData(settings.dataDirectory);
  const places = pathsOf(settings.dataDirectory, isolation);
  const say = makeSay(places.logs);
  const uids =
    isolation.is === 'separate' ? await claimUids(settings.HOST_UIDS, settings.dataDirectory) : undefined;
  const plan = await prepare({ settings, places, say });
  await runUntilStopped(new System(plan), say, () => announce(plan, began));
  await uids?.release();
  await lock.release();
}

function failureText(error: unknown): string {
  if (error instanceof StartRefusal) return error.message;
  return `SiteDeck can't start: ${String(error instanceof Error ? error.stack : error)}`;
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`);
    process.exit(1);
  },
);
