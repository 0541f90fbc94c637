#!/usr/bin/env node
import { join } from 'node:path';
import { openDoor } from './door';
import { PACKAGE } from './preset/places';
import { runSitedeck } from './run';

await runSitedeck({
  openDoor: (options) => openDoor(process.env, options),
  console: join(PACKAGE, 'console'),
});
