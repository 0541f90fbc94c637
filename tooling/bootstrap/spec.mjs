import { typescript } from './build-stale.mjs';
import { foreground } from './child.mjs';
import { prepare } from './prepare.mjs';
import { command } from './say.mjs';

await command(async () => {
  await prepare({ system: 'skip', build: false });
  return foreground(process.execPath, typescript('tooling/spec-coverage/main.ts', ...process.argv.slice(2)));
});
