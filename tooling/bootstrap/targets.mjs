import { readFileSync } from 'node:fs';
import { at } from './paths.mjs';

/**
 * One part of the product that is built on its own.
 * @typedef {object} Target
 * @property {string} name
 * @property {'server' | 'page' | 'packages'} builder pages are built together, by one webpack process
 * @property {string} folder its result is `<folder>/dist`
 * @property {readonly string[]} sources files and folders whose contents decide whether it is stale
 */

const EVERYWHERE = ['pnpm-lock.yaml', 'tsconfig.base.json', 'shared/contract'];
const PAGE = [
  ...EVERYWHERE,
  'packages.json',
  'webpack.common.ts',
  'tooling/webpack',
  'tooling/cli/src/preset',
  'tooling/cli/stand-ins',
  'shared/sdk',
  'shared/ui',
];

/** @type {Target} */
const server = {
  name: 'server',
  builder: 'server',
  folder: 'server',
  // The help pages quote the console's texts and use its colours.
  sources: [
    ...EVERYWHERE,
    'server',
    'tooling/server-bundle.ts',
    'tooling/help',
    'shared/ui',
    'shell',
    'remotes',
  ],
};

/**
 * Packages that teams without a checkout install; the command line among them contains the console.
 * @type {Target}
 */
const packages = {
  name: 'packages',
  builder: 'packages',
  folder: 'tooling/packages',
  sources: [...PAGE, 'shell', 'tooling/cli', 'tooling/packages', 'docs/remote.schema.json', 'LICENSE'],
};

/** Everything that is built; front-end packages are listed in `packages.json`. @returns {Target[]} */
export function targets() {
  /** @type {{ packages: { name: string, folder: string }[] }} */
  const list = JSON.parse(readFileSync(at('packages.json'), 'utf8'));
  const pages = list.packages.map(
    ({ name, folder }) =>
      /** @type {Target} */ ({ name, builder: 'page', folder, sources: [...PAGE, folder] }),
  );
  return [server, ...pages, packages];
}
