import { typescript } from './build-stale.mjs';
import { foreground } from './child.mjs';
import { prepare } from './prepare.mjs';
import { command } from './say.mjs';

await command(async () => {
  // Do not rebuild: a running server must keep the files it was started from.
  await prepare({ system: 'skip', build: false });
  return foreground(process.execPath, typescript('tooling/sitedeck.ts', ...process.argv.slice(2)));
});
