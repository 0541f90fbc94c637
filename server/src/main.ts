import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { frontAddresses } from './system/addresses';
import { reportEngines, findEngines } from './system/engines';
import { prepareData, prepareRun } from './system/folders';
import { isolationHere } from './system/identity';
import { placesOf } from './system/places';
import { adminAddress, readSettings, type Settings } from './system/settings';
import { copyBundle } from './system/supervise/bundle';
import { checkDataDirectory } from './system/supervise/data-directory';
import { ensureDemo } from './system/supervise/demo';
import { endLeftovers } from './system/supervise/leftovers';
import { lockData } from './system/supervise/lock';
import { checkPorts } from './system/supervise/ports';
import { ownSecret } from './system/supervise/secrets';
import { StartRefusal } from './system/supervise/start-refusal';
import { summaryLines } from './system/supervise/summary';
import { pidFolder, System } from './system/supervise/system';

/** `server/dist` lies two folders below the checkout. */
const CHECKOUT = join(import.meta.dirname, '..', '..');

const isolation = isolationHere();

function settingsHere(): Settings {
  const result = readSettings(process.env, isolation);
  if (result.is === 'ok') return result.settings;
  throw new StartRefusal(result.lines.join('\n'));
}

/** `[::1]` in nginx's form is `::1` elsewhere. */
const bare = (address: string) => address.replace(/^\[(.*)\]$/, '$1');

function portsOf(settings: Settings, hasNginx: boolean) {
  const admin = adminAddress(settings);
  const front = frontAddresses(settings).map((host) => ({
    name: 'PORT',
    host: bare(host),
    port: settings.PORT,
  }));
  const sites = { name: 'SITES_PORT', host: settings.SITES_BIND, port: settings.SITES_PORT };
  return [...front, ...(hasNginx ? [sites] : []), { name: 'ADMIN_BIND', ...admin }];
}

async function main(): Promise<void> {
  const began = Date.now();
  const settings = settingsHere();
  await checkDataDirectory(settings.dataDirectory, isolation);
  const lock = await lockData(settings.dataDirectory);
  const places = placesOf(settings.dataDirectory, isolation);
  await prepareData(places, isolation);
  const say = (line: string) => {
    const text = `${new Date().toISOString()} ${line}\n`;
    process.stdout.write(text);
    appendFileSync(join(places.logs, 'supervisor.log'), text);
  };

  const leftovers = await endLeftovers(pidFolder(places));
  if (leftovers.length > 0) say(`ended what a killed start had left: ${leftovers.join(', ')}`);
  await prepareRun(places, isolation);
  const engines = await findEngines();
  await checkPorts(portsOf(settings, engines.nginx !== undefined));
  const providerKey = settings.SITEDECK_PROVIDER_KEY ?? (await ownSecret(places.secrets, 'provider-key'));
  const bundle = await copyBundle(CHECKOUT, places.bundles);
  const system = new System({ settings, isolation, places, engines, bundle, providerKey, say });

  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= system.stop().then(async () => {
      await lock.release();
    }));
  const onSignal = () => {
    say('stopping');
    void stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);

  try {
    await system.start();
    const { host, port } = adminAddress(settings);
    const door = { url: `http://${host}:${port}`, key: providerKey };
    const wish = { hostName: settings.SITEDECK_DEMO_HOST, password: settings.SITEDECK_DEMO_PASSWORD };
    const demo = await ensureDemo(places.secrets, door, wish);
    const report = reportEngines(engines, isolation.is === 'separate');
    const database =
      settings.DATABASE_URL === undefined ? 'PostgreSQL (embedded)' : 'PostgreSQL (DATABASE_URL)';
    const seconds = (Date.now() - began) / 1000;
    process.stdout.write(
      summaryLines({ settings, isolation, engines: report, database, demo, seconds }).join('\n') + '\n',
    );
  } catch (error) {
    if (stopping === undefined) {
      await stop();
      throw error;
    }
  }
}

main().catch((error: unknown) => {
  const refused = error instanceof StartRefusal;
  process.stderr.write(
    refused
      ? `${error.message}\n`
      : `SiteDeck can't start: ${String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
