import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isolationHere } from '../server/src/system/process/identity';
import { pathsOf } from '../server/src/system/settings/paths';
import { consoleOrigins } from '../server/src/system/settings/console-addresses';
import { readSettings } from '../server/src/system/settings/settings';
import { findServer, type ServerAccess, type ServerOptions } from './cli/src/server-address';
import { CommandRefusal } from './cli/src/refusal';

/**
 * Connection settings on the server's own machine: its unix socket, and the key from its data directory. Both are found
 * through the same environment variables as the server's.
 */
export function findLocalServer(env: NodeJS.ProcessEnv, options: ServerOptions): ServerAccess {
  const isolation = isolationHere();
  const result = readSettings(env, isolation);
  if (result.is === 'refused') throw new CommandRefusal(result.lines.join('\n'));
  const { settings } = result;
  const places = pathsOf(settings.dataDirectory, isolation);
  if ((options.registry ?? env['SITEDECK_REGISTRY']) === undefined) refuseForeign(places.run);
  const [console = ''] = consoleOrigins(settings);
  const socket = { is: 'socket', path: places.adminSocket } as const;
  const file = join(places.secrets, 'provider-key');
  return {
    ...findServer({ SITEDECK_URL: console, ...env }, options, socket),
    key: () => keyHere(env['SITEDECK_KEY'] ?? settings.SITEDECK_PROVIDER_KEY, file),
  };
}

/**
 * Without root the socket folder is in the temporary folder, where any user can create one while the server is down.
 */
function refuseForeign(run: string): void {
  const found = lstatSync(run, { throwIfNoEntry: false });
  if (found && found.uid !== process.getuid?.())
    throw new CommandRefusal(`The folder of the server's sockets belongs to another user: ${run}`);
}

async function keyHere(given: string | undefined, file: string): Promise<string> {
  const key = given ?? (await readFile(file, 'utf8').catch(() => '')).trim();
  if (key === '')
    throw new CommandRefusal(
      `No key: set SITEDECK_PROVIDER_KEY, or SITEDECK_DATA to the data directory of the server (looked for ${file})`,
    );
  return key;
}
