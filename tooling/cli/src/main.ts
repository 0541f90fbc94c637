#!/usr/bin/env node
import { join } from 'node:path';
import { findServer } from './server-address';
import { PACKAGE } from './preset/package-folders';
import { runSitedeck } from './run';

await runSitedeck({
  findServer: (options) => findServer(process.env, options),
  console: join(PACKAGE, 'console'),
});
