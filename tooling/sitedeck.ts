import { join } from 'node:path';
import { appCommands } from './apps/app-commands';
import { runSitedeck } from './cli/src/run';
import { findLocalServer } from './local-server';

/** `npm run sitedeck -- …`. */
await runSitedeck({
  findServer: (options) => findLocalServer(process.env, options),
  console: join(import.meta.dirname, '../shell/dist'),
  addCommands: appCommands,
});
