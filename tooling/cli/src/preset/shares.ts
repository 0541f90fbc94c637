import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { folderWith } from './package-folders';

/**
 * Modules that shell and remotes share: our own facades, never raw packages, so that a share holds no more than we use.
 * Those with `eager` are in the console's first script; any other is loaded once, by the first remote that needs it.
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

/** Version of the package that a folder resolves `facade` to. */
function versionOf(facade: string, folder: string): string {
  const file = createRequire(join(folder, 'package.json')).resolve(facade);
  const found = folderWith('package.json', dirname(file));
  if (found === undefined) throw new Error(`${facade} belongs to no package`);
  const { version } = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** Shares of the shell in `folder`, which provides every facade. */
export const providedShares = (folder: string) => shares(folder, (eager) => ({ eager }));

/** Shares of the shell in a portal's page: every facade, each loaded on first use. */
export const lateShares = (folder: string) => shares(folder, () => ({ eager: false }));

/** Shares of a remote, which provides none: a console has them. */
export const consumedShares = (folder: string) => shares(folder, () => ({ import: false }));
