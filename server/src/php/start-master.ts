import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countsHostAlone, type Cages } from '#system/cage/engine';
import type { HostShares } from '#system/cage/shares/host-shares';
import { startCaged } from '#system/cage/start-caged';
import { BASE_ENV, start, withPartMark, type ChildProcess, type Command } from '#system/process/exec';
import { hostIdentity, type Isolation } from '#system/process/identity';
import { servePhp } from '#system/php/configuration';
import type { PhpEngine } from '#system/php/engine';
import { listenName, PHP_INI, POOLS_FILE } from '#system/php/pool-conf';
import { withPhpLimits } from '#system/php/process-limits';
import { ensureMailFolder } from '#system/mail/mail-folders';
import { hostRoot, type Paths } from '#system/settings/paths';
import { isFull } from '#system/site/full-hosts';
import type { PoolLaunch } from './pool-launch';

export interface PhpMachine {
  readonly engine: PhpEngine;
  readonly isolation: Isolation;
  readonly cages: Cages;
  /** Undefined where the machine has no shares. */
  readonly shares: HostShares | undefined;
  readonly places: Paths;
}

/** Descriptor of the listening socket; a shell names only those of one digit. */
const LISTENER = 9;

/**
 * php-fpm closes its standard input, so the listener is moved from there. It has to arrive there: Node.js makes only
 * the standard descriptors of a child blocking, as php-fpm's workers need them.
 */
const withListener = ({ file, args }: Command): Command => ({
  file: '/bin/sh',
  args: ['-c', `exec "$0" "$@" ${LISTENER}<&0 </dev/null`, file, ...args],
});

/** Writes the configuration of a host into a folder that only this host can read. Returns the folder. */
export async function writePoolFiles(
  { places, isolation }: PhpMachine,
  { hostCode, uid, conf, ini }: PoolLaunch,
): Promise<string> {
  const folder = join(places.phpHosts, hostCode);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, POOLS_FILE), conf, { mode: 0o644 });
  await writeFile(join(folder, PHP_INI), ini, { mode: 0o644 });
  if (isolation.is === 'separate' && uid !== undefined) await chown(folder, 0, uid);
  await chmod(folder, 0o750);
  return folder;
}

/**
 * Starts the php-fpm of a host under the host's uid, in a cage where the machine permits one.
 * @param folder of `writePoolFiles`
 * @param listener descriptor of its listening socket
 */
export async function masterStarter(
  { engine, isolation, cages, shares, places }: PhpMachine,
  { hostCode, uid }: PoolLaunch,
  folder: string,
): Promise<(listener: number) => ChildProcess> {
  const share = await shares?.of(hostCode);
  // The share of a host can be raised while they run.
  const isCounted = share?.processes === undefined && countsHostAlone(isolation, cages);
  const command = withListener(await withPhpLimits(servePhp(engine, folder), isCounted));
  const env = { ...BASE_ENV, FPM_SOCKETS: `${join(folder, listenName(hostCode))}=${LISTENER}` };
  const identity = hostIdentity(isolation, uid ?? 0);
  const full = await isFull(places.fullHosts, hostCode);
  const mail = await ensureMailFolder(places, isolation, { hostCode, uid: uid ?? 0 });
  return (listener) => {
    const stdio = [listener, 'ignore', 'pipe'] as const;
    if (cages.is === 'off')
      return start(command, { identity, env: withPartMark(env, identity), stdio: [...stdio] });
    const readable = [folder, places.phpReport, places.mariadb.run, places.mail.program, mail];
    const root = hostRoot(places, hostCode);
    const view = { hostName: hostCode, root, isFull: full, readable, folder: '/', env };
    return startCaged(cages.engine, command, { identity, view, share, stdio });
  };
}
