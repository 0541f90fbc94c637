import { typescript } from './build-stale.mjs';
import { foreground } from './child.mjs';
import { prepare } from './prepare.mjs';
import { command } from './say.mjs';

await command(async () => {
  // A running server goes with what it was started from: nothing is rebuilt under it here.
  await prepare({ system: 'skip', build: false });
  return foreground(process.execPath, typescript('tooling/sitedeck.ts', ...process.argv.slice(2)));
});
