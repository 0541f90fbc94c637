import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../webpack.common';

/**
 * What shell and remotes share: facades of ours, never raw packages, so that a share is as large as what we use of it.
 * `eager` ones are in the console's first script; the others are fetched by whoever needs them first, once.
 */
const FACADES = {
  '@sitedeck/sdk': { folder: 'shared/sdk', eager: true },
  '@sitedeck/sdk/query': { folder: 'shared/sdk', eager: false },
  '@sitedeck/ui/core': { folder: 'shared/ui', eager: true },
  '@sitedeck/ui/page': { folder: 'shared/ui', eager: false },
  '@sitedeck/ui/date': { folder: 'shared/ui', eager: false },
  '@sitedeck/ui/more': { folder: 'shared/ui', eager: false },
  '@sitedeck/ui/extra': { folder: 'shared/ui', eager: false },
  '@sitedeck/ui/editor': { folder: 'shared/ui', eager: false },
} as const;

interface Share {
  readonly singleton: true;
  readonly version: string;
  readonly requiredVersion: string;
  readonly eager?: boolean;
  readonly import?: false;
}

function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

function shares(detail: (eager: boolean) => Pick<Share, 'eager' | 'import'>): Record<string, Share> {
  return Object.fromEntries(
    Object.entries(FACADES).map(([name, { folder, eager }]) => {
      const version = versionOf(folder);
      return [name, { singleton: true, version, requiredVersion: `^${version}`, ...detail(eager) }];
    }),
  );
}

/** The shell holds every facade. */
export const providedShares = () => shares((eager) => ({ eager }));

/** A remote holds none: it runs inside a console that has them. */
export const consumedShares = () => shares(() => ({ import: false }));
