import { typescript } from './build-stale.mjs';
import { beside, foreground } from './child.mjs';
import { at } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { command } from './say.mjs';

const [...given] = process.argv.slice(2);
const own = new Set(['--no-system']);

await command(async () => {
  const isSystemKept = given.includes('--no-system');
  await prepare({ system: isSystemKept ? 'skip' : 'engines' });
  const rest = given.filter((argument) => !own.has(argument));
  // The app catalogue of a first start comes from Debian's packages. A start never waits for it, nor depends on it.
  const endCatalogue = isSystemKept
    ? async () => {}
    : beside(process.execPath, typescript('tooling/apps/main.ts'));
  try {
    return await foreground(process.execPath, [at('server', 'dist', 'main.mjs'), ...rest]);
  } finally {
    await endCatalogue();
  }
});
