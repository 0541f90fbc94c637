import { foreground } from './child.mjs';
import { at } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { command } from './say.mjs';

const [...given] = process.argv.slice(2);
const own = new Set(['--no-system']);

await command(async () => {
  await prepare({ system: given.includes('--no-system') ? 'skip' : 'engines' });
  const rest = given.filter((argument) => !own.has(argument));
  return foreground(process.execPath, [at('server', 'dist', 'main.mjs'), ...rest]);
});
