import { RemoteName } from '@sitedeck/contract';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PACKAGE } from '../preset/package-folders';
import { CommandRefusal } from '../refusal';
import { packageAddress, findPackage, readPackageList } from './offered-packages';

const TEMPLATE = join(PACKAGE, 'template');
const SUFFIX = '.template';

/** Values for the placeholders of the template. */
type Values = Readonly<Record<string, string>>;

interface InitOptions {
  readonly name: string;
  /** Parent of the new folder. */
  readonly cwd: string;
  readonly server: string;
}

/** Writes a new remote, which passes `check` unchanged. Returns its folder. */
export async function initRemote({ name, cwd, server }: InitOptions): Promise<string> {
  if (!RemoteName.safeParse(name).success)
    throw new CommandRefusal(
      `${name} is not a valid name: 2 to 32 letters, digits and -, starting with a letter`,
    );
  const folder = resolve(cwd, name);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandRefusal(`${folder} is not empty: nothing was written`);
  const values = await valuesFor(name, server);
  for (const file of filesBelow(TEMPLATE)) {
    const target = join(folder, file.slice(0, -SUFFIX.length).replaceAll('__name__', name));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, filled(readFileSync(join(TEMPLATE, file), 'utf8'), values));
  }
  return folder;
}

async function valuesFor(name: string, server: string): Promise<Values> {
  const list = await readPackageList(server);
  const at = (short: string) => findPackage(list, `@sitedeck/${short}`);
  const words = name.split('-').filter(Boolean);
  return {
    name,
    server,
    title: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' '),
    camel: words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(''),
    sdkVersion: at('sdk').version,
    ...Object.fromEntries(
      ['contract', 'sdk', 'ui', 'cli'].map((short) => [short, packageAddress(server, at(short).file)]),
    ),
  };
}

const filled = (text: string, values: Values): string =>
  text.replace(/__(\w+?)__/g, (match, word: string) => values[word] ?? match);

function filesBelow(folder: string, path = ''): readonly string[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const below = path === '' ? entry.name : `${path}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(folder, below) : [below];
  });
}
