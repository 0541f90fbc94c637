import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from '../cli/src/program';
import { faultMessage } from '@sitedeck/contract';
import { isRefusal } from '../../server/src/faults/refusal';
import { isPublicKey } from '../../server/src/system/site-image/signing-key';
import { CommandRefusal } from '../cli/src/refusal';
import { buildApp } from './build-app';
import { openKey, signCatalogue, verifyCatalogue } from './catalogue';
import { debianPackages } from './debian-packages';
import { readRecipe } from './recipe';

interface Where {
  readonly cwd: string;
  readonly say: (line: string) => void;
}

interface BuildOptions {
  readonly to: string;
  readonly keys: string;
}

async function build(recipeFolder: string, { to, keys }: BuildOptions, { cwd, say }: Where): Promise<void> {
  const recipe = await readRecipe(resolve(cwd, recipeFolder));
  const unpacked = debianPackages(...recipe.source.debian);
  if (unpacked.is === 'missing') throw new CommandRefusal(`The packages can't be had: ${unpacked.why}`);
  const into = resolve(cwd, to);
  await mkdir(into, { recursive: true });
  const key = await openKey(resolve(cwd, keys));
  const entry = await buildApp({ recipe, unpacked, into, key, now: new Date() });
  say(`${entry.app} ${entry.version}: ${entry.package.file}, ${entry.files} files`);
}

async function sign(catalogue: string, keys: string, { cwd, say }: Where): Promise<void> {
  const key = await openKey(resolve(cwd, keys));
  const apps = await signCatalogue(resolve(cwd, catalogue), { key, now: new Date() });
  say(`${apps.length} apps. Public key for IMAGE_KEYS: ${key.publicKey}`);
}

async function verify(catalogue: string, keys: readonly string[], { cwd, say }: Where): Promise<void> {
  const wrong = keys.find((key) => !isPublicKey(key));
  if (wrong !== undefined) throw new CommandRefusal(`This is not a public key: ${wrong}`);
  const { apps, issuedAt } = await verifyCatalogue(resolve(cwd, catalogue), keys);
  say(`${apps.length} apps, issued ${issuedAt}`);
}

/** A refusal in words for the command line. */
async function orRefused(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new CommandRefusal(faultMessage(error.reason, 'en-US', error.detail.values), { cause: error });
  }
}

/** `sitedeck app …`: for publishers of a catalogue. */
export function appCommands(program: Command, where: Where): void {
  const app = program.command('app').description('packages and catalogues of apps');
  app
    .command('build <recipe>')
    .description('builds the package of an app from a folder with recipe.json and setup.php')
    .requiredOption('--to <folder>', 'of the catalogue')
    .requiredOption('--keys <folder>', 'with the signing key, which is made on first use')
    .action((recipe: string, options: BuildOptions) => orRefused(() => build(recipe, options, where)));
  app
    .command('sign <catalogue>')
    .description('issues the signed index of everything that was built into the folder')
    .requiredOption('--keys <folder>', 'with the signing key')
    .action((catalogue: string, { keys }: { keys: string }) => orRefused(() => sign(catalogue, keys, where)));
  app
    .command('verify <catalogue>')
    .description('checks index and packages as an installation does')
    .requiredOption('--key <public key...>', 'trusted public keys')
    .action((catalogue: string, { key }: { key: string[] }) =>
      orRefused(() => verify(catalogue, key, where)),
    );
}
