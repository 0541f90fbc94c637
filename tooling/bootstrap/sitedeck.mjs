import { existsSync } from 'node:fs';
import { foreground } from './child.mjs';
import { at } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { command } from './say.mjs';

const CLI = at('server', 'dist', 'cli.mjs');

await command(async () => {
  // A running server goes with the bundle it was started from: nothing is rebuilt under it here.
  if (!existsSync(CLI)) await prepare({ system: 'skip' });
  return foreground(process.execPath, [CLI, ...process.argv.slice(2)]);
});
