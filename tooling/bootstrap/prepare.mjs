import { join } from 'node:path';
import { unpackPackages } from './unpacked-packages.mjs';
import { buildStale } from './build-stale.mjs';
import { installDependencies } from './dependencies.mjs';
import { exclusively } from './lock.mjs';
import { checkNode } from './node-version.mjs';
import { CACHE } from './paths.mjs';
import { say } from './say.mjs';
import { installLine, installSystemPackages } from './system-packages.mjs';

/**
 * Prepares a checkout so that it can run; skips what is up to date.
 * @param {{ system: 'skip' | 'engines' | 'tests', build?: boolean }} wanted
 */
export async function prepare({ system, build = true }) {
  checkNode();
  const waiting = () => say('Waiting for another SiteDeck command that is preparing this checkout …');
  await exclusively(join(CACHE, 'prepare.lock'), waiting, async () => {
    await installDependencies();
    if (system !== 'skip') prepareSystem(system === 'tests');
    if (build) await buildStale();
  });
}

/** Never stops a start: without an engine the product runs with that area off and reports it. @param {boolean} tests */
export function prepareSystem(tests) {
  const result = installSystemPackages({ tests, say: (line) => say(`System packages: ${line}`) });
  const lost = result.is === 'elsewhere' ? [] : unpackPackages((line) => say(`System packages: ${line}`));
  for (const { name, off, why } of lost) say(`${name} can't be had (${why}): ${off}`);
  if (result.is !== 'missing') return;
  say(`Missing system packages (${result.why}). To install them:\n  ${installLine(result.packages)}`);
}
