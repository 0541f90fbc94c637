import { join } from 'node:path';
import { runSitedeck } from './cli/src/run';
import { openDoorHere } from './door-here';

/** `npm run sitedeck -- …`. */
await runSitedeck({
  openDoor: (options) => openDoorHere(process.env, options),
  console: join(import.meta.dirname, '../shell/dist'),
});
