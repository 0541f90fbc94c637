import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { folderWith } from './places';

/**
 * What shell and remotes share: facades of ours, never raw packages, so that a share is as large as what we use of it.
 * `eager` ones are in the console's first script; the first remote that needs one of the others fetches it, once.
 */
const FACADES = {
  '@sitedeck/sdk': { eager: true },
  '@sitedeck/sdk/query': { eager: false },
  '@sitedeck/ui/core': { eager: true },
  '@sitedeck/ui/page': { eager: false },
  '@sitedeck/ui/date': { eager: false },
  '@sitedeck/ui/more': { eager: false },
  '@sitedeck/ui/extra': { eager: false },
  '@sitedeck/ui/editor': { eager: false },
  '@sitedeck/ui/pdf': { eager: false },
} as const;

interface Share {
  readonly singleton: true;
  readonly version: string;
  readonly requiredVersion: string;
  readonly eager?: boolean;
  readonly import?: false;
}

type Detail = (eager: boolean) => Pick<Share, 'eager' | 'import'>;

function shares(folder: string, detail: Detail): Record<string, Share> {
  return Object.fromEntries(
    Object.entries(FACADES).map(([name, { eager }]) => {
      const version = versionOf(name, folder);
      return [name, { singleton: true, version, requiredVersion: `^${version}`, ...detail(eager) }];
    }),
  );
}

/** Version of the package that a folder gets when it imports `facade`. */
function versionOf(facade: string, folder: string): string {
  const file = createRequire(join(folder, 'package.json')).resolve(facade);
  const found = folderWith('package.json', dirname(file));
  if (found === undefined) throw new Error(`${facade} belongs to no package`);
  const { version } = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The shell, in `folder`, holds every facade. */
export const providedShares = (folder: string) => shares(folder, (eager) => ({ eager }));

/** A portal's page: the shell holds every facade there too, each fetched when it is first asked for. */
export const lateShares = (folder: string) => shares(folder, () => ({ eager: false }));

/** A remote holds none: it runs inside a console that has them. */
export const consumedShares = (folder: string) => shares(folder, () => ({ import: false }));
