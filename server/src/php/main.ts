import type { Cages } from '#system/cage/engine';
import { findCages } from '#system/cage/find-cages';
import { installationShares } from '#system/cage/shares/installation';
import { phpProtocol } from '#links/php-protocol';
import { onStop, receiveStart } from '#links/process-start';
import { findPhp } from '#system/php/engine';
import { endHostPrograms, spareHeldByParts } from '#system/process/host-programs';
import { isInRange } from '#system/process/identity';
import { processLog } from '#system/process/process-log';
import { serveRpc } from '#system/rpc/rpc-server';
import { logLimit } from '#system/process/log-limit';
import { PhpHosts } from './php-hosts';

const stops: (() => Promise<void>)[] = [];
const end = onStop(async () => {
  for (const stop of stops.reverse()) await stop();
});

const start = await receiveStart(end);
const { settings, isolation, places } = start;
const log = processLog('php', settings);
const engine = await findPhp();
if (!engine) throw new Error('php-fpm is not installed');

const cages: Cages = start.cages === 'off' ? { is: 'off', why: 'rights' } : await findCages(isolation);
// In a cage they ended with the process that started them.
if (cages.is === 'off') await endLeftMasters();

const mayLog = logLimit();
const hosts = new PhpHosts({
  engine,
  isolation,
  places,
  cages,
  shares: installationShares(start.shares, settings),
  onLine: (host, line) => {
    if (!line.includes('NOTICE') && mayLog(host)) log.warn({ host, line }, 'php-fpm');
  },
});
stops.push(() => hosts.close());

/** The last configuration, before the worker has prepared the next one. */
const failed = await hosts.open();
if (failed.length > 0) log.warn({ failed }, 'settings of hosts are not in force');

// Listens last, so that a caller that can connect finds the sites served.
const server = await serveRpc({
  protocol: phpProtocol,
  handlers: {
    open: async () => ({ failed: [...(await hosts.open())] }),
    endOthers: async () => {
      await hosts.endOthers();
      return {};
    },
    restart: async ({ hostCode }) => {
      await hosts.restart(hostCode);
      return {};
    },
  },
  socket: places.phpControl,
  onBug: (method, err) => log.error({ method, err }, 'bug'),
});
stops.push(() => server.close());

/** Ends what a killed process of this name left. */
async function endLeftMasters(): Promise<void> {
  if (isolation.is === 'single') return;
  await endHostPrograms((uid) => isInRange(settings.HOST_UIDS, uid), spareHeldByParts());
}
