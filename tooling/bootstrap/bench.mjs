import { typescript } from './build-stale.mjs';
import { foreground } from './child.mjs';
import { prepare } from './prepare.mjs';
import { command } from './say.mjs';

await command(async () => {
  await prepare({ system: process.argv.includes('--no-system') ? 'skip' : 'tests' });
  const main = typescript('tooling/bench/main.ts', ...process.argv.slice(2));
  // The measuring process ends also when this one is killed.
  return foreground('setpriv', ['--pdeathsig', 'TERM', '--', process.execPath, ...main]);
});
