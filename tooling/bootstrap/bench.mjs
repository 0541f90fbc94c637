import { typescript } from './build-stale.mjs';
import { foreground } from './child.mjs';
import { prepare } from './prepare.mjs';
import { command } from './say.mjs';

await command(async () => {
  await prepare({ system: process.argv.includes('--no-system') ? 'skip' : 'tests' });
  return foreground(process.execPath, typescript('tooling/bench/main.ts', ...process.argv.slice(2)));
});
