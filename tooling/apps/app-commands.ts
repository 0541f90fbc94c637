import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from '../cli/src/program';
import { isRefusal } from '../../server/src/faults/refusal';
import { openSigningKey } from '../../server/src/system/site-image/signing-key';
import { CommandRefusal } from '../cli/src/refusal';
import { buildApp } from './build-app';
import { signCatalogue, verifyCatalogue } from './catalogue';
import { debianPackages } from './debian-packages';
import { readRecipe } from './recipe';

interface Where {
  readonly cwd: string;
  readonly say: (line: string) => void;
}

async function build(recipeFolder: string, { to, keys }: { to: string; keys: string }, { cwd, say }: Where) {
  const recipe = await readRecipe(resolve(cwd, recipeFolder));
  const [first, ...others] = recipe.source.debian;
  if (first === undefined) throw new CommandRefusal('The recipe names no package');
  const unpacked = debianPackages(first, ...others);
  if (unpacked.is === 'missing') throw new CommandRefusal(unpacked.why);
  const into = resolve(cwd, to);
  await mkdir(into, { recursive: true });
  await mkdir(resolve(cwd, keys), { recursive: true, mode: 0o700 });
  const key = await openSigningKey(resolve(cwd, keys));
  const entry = await buildApp({ recipe, unpacked, into, key, now: new Date() });
  say(`${entry.app} ${entry.version}: ${entry.package.file}, ${entry.files} files`);
}

/** Words of a refusal for the command line. */
async function orRefused(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (isRefusal(error)) throw new CommandRefusal(error.reason);
    throw error;
  }
}

/** `sitedeck app …`: for publishers of a catalogue. */
export function appCommands(program: Command, where: Where): void {
  const app = program.command('app').description('packages and catalogues of apps');
  app
    .command('build <recipe>')
    .description('build the package of an app from a folder with recipe.json and setup.php')
    .requiredOption('--to <folder>', 'of the catalogue')
    .requiredOption('--keys <folder>', 'with the signing key, which is made on first use')
    .action((recipe: string, options: { to: string; keys: string }) =>
      orRefused(() => build(recipe, options, where)),
    );
  app
    .command('sign <catalogue>')
    .description('issue the signed index of everything that was built into the folder')
    .requiredOption('--keys <folder>', 'with the signing key')
    .action((folder: string, { keys }: { keys: string }) =>
      orRefused(async () => {
        const key = await openSigningKey(resolve(where.cwd, keys));
        const apps = await signCatalogue(resolve(where.cwd, folder), { key, now: new Date() });
        where.say(`${apps.length} apps. Public key for IMAGE_KEYS: ${key.publicKey}`);
      }),
    );
  app
    .command('verify <catalogue>')
    .description('check index and packages as an installation does')
    .requiredOption('--key <public key...>', 'trusted public keys')
    .action((folder: string, { key }: { key: string[] }) =>
      orRefused(async () => {
        const { apps, issuedAt } = await verifyCatalogue(resolve(where.cwd, folder), key);
        where.say(`${apps.length} apps, issued ${issuedAt}`);
      }),
    );
}
