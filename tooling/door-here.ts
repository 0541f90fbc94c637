import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isolationHere } from '../server/src/system/identity';
import { placesOf } from '../server/src/system/places';
import { adminAddress, consoleOrigins, readSettings } from '../server/src/system/settings';
import { openDoor, type Door, type DoorOptions } from './cli/src/door';
import { CommandRefusal } from './cli/src/refusal';

/** On the server's own machine: addresses from the environment it was started with, the key from its data directory. */
export function openDoorHere(env: NodeJS.ProcessEnv, options: DoorOptions): Door {
  const isolation = isolationHere();
  const result = readSettings(env, isolation);
  if (result.is === 'refused') throw new CommandRefusal(result.lines.join('\n'));
  const { settings } = result;
  const { host, port } = adminAddress(settings);
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host;
  const [console = ''] = consoleOrigins(settings);
  const here = { SITEDECK_URL: console, SITEDECK_REGISTRY: `http://${reachable}:${port}` };
  const file = join(placesOf(settings.dataDirectory, isolation).secrets, 'provider-key');
  return {
    ...openDoor({ ...here, ...env }, options),
    key: () => keyHere(env['SITEDECK_KEY'] ?? settings.SITEDECK_PROVIDER_KEY, file),
  };
}

async function keyHere(given: string | undefined, file: string): Promise<string> {
  const key = given ?? (await readFile(file, 'utf8').catch(() => '')).trim();
  if (key === '')
    throw new CommandRefusal(
      `No key: set SITEDECK_PROVIDER_KEY, or SITEDECK_DATA to the data directory of the server (looked for ${file})`,
    );
  return key;
}
