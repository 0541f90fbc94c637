import { runSitedeck } from './cli/src/run';
import { openDoorHere } from './door-here';

/** `npm run sitedeck -- …`. */
await runSitedeck((options) => openDoorHere(process.env, options));
