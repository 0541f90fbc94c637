import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../webpack.common';

/** One row of `packages.json`, the list that build, dev server, deploy and tests read. */
export interface FrontEndPackage {
  readonly name: string;
  readonly kind: 'shell' | 'remote';
  /** Relative to the root. */
  readonly folder: string;
  readonly devPort: number;
}

export function frontEndPackages(): readonly FrontEndPackage[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'packages.json'), 'utf8')) as {
    packages: readonly FrontEndPackage[];
  };
  return packages;
}

export const folderOf = ({ folder }: FrontEndPackage): string => join(ROOT, folder);
