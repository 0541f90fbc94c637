#!/usr/bin/env node
import { openDoor } from './door';
import { runSitedeck } from './run';

await runSitedeck((options) => openDoor(process.env, options));
