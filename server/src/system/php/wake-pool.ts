import { connect } from 'node:net';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { phpSocketName, type Paths } from '#system/settings/paths';
import { phpMasterOf, phpRuns } from './master';

const CONNECT_MS = 1000;

/**
 * Connects to a pool once. php-fpm starts a worker when somebody connects and none is idle: a visitor who is queued
 * behind workers that have ended would wait for the next one to come along. Where nobody listens nothing waits.
 */
function wakePool(socket: string): Promise<void> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => connection.end());
    connection.setTimeout(CONNECT_MS, () => connection.destroy());
    connection.on('error', () => undefined);
    connection.on('close', () => resolve());
    connection.resume();
  });
}

/** Wakes the host's pools in all masters: visitors may wait in a retired one, too. */
export async function wakePools(places: Paths, hostCode: HostCode): Promise<void> {
  const runs = await phpRuns(phpMasterOf(places));
  await Promise.all(runs.map((run) => wakePool(join(run, phpSocketName(hostCode)))));
}
