import { AREAS } from './areas.mjs';

/**
 * What a run of part of the tests takes.
 * @typedef {object} Selection
 * @property {readonly string[]} files changed files, or folders of the area: what lint and format read
 * @property {readonly string[]} related sources whose tests run, found by the import graph
 * @property {readonly string[]} folders folders all of whose unit tests run
 * @property {readonly string[]} e2e paths of browser tests
 */

/** Every test depends on these files, although none imports them. */
const EVERYWHERE = [
  'jest.config.ts',
  'pnpm-lock.yaml',
  'tsconfig',
  'tooling/jest/',
  'server/testing/global-',
];

/** All folders with unit tests. */
const ALL = ['shared', 'shell', 'remotes', 'server', 'tooling'];

const isSource = (/** @type {string} */ file) => /\.(ts|tsx|mjs)$/.test(file);
const isCheckable = (/** @type {string} */ file) => /\.(ts|tsx|mjs|cjs)$/.test(file);

/** @param {readonly string[]} names */
const pathsOf = (names) => [...new Set(names)].sort().map((name) => `e2e/src/${name}.test.ts`);

/** Areas a file belongs to: those that list the longest prefix of its path. @param {string} file */
function areasOf(file) {
  const matches = Object.values(AREAS).flatMap((area) =>
    area.paths.filter((path) => file.startsWith(path)).map((path) => ({ area, path })),
  );
  const longest = Math.max(0, ...matches.map(({ path }) => path.length));
  return matches.filter(({ path }) => path.length === longest);
}

/**
 * Tests that the changed files may break: unit tests by the import graph, and the browser tests of their areas.
 * @param {readonly string[]} changed paths from the checkout's root, without deleted files
 * @returns {Selection}
 */
export function selectChanged(changed) {
  const areas = changed.flatMap(areasOf);
  const own = changed.filter((file) => /^e2e\/src\/.*\.test\.ts$/.test(file));
  const all = changed.some((file) => EVERYWHERE.some((path) => file.startsWith(path)));
  // A file that no other file imports (a style sheet, a Python script, JSON) is tested with its area.
  const unseen = changed.filter(
    (file) => !isSource(file) && /^(server|shell|shared|remotes|tooling)\//.test(file),
  );
  return {
    files: changed.filter(isCheckable),
    related: all ? [] : changed.filter((file) => isSource(file) && !file.startsWith('e2e/')),
    folders: all ? ALL : [...new Set(unseen.flatMap(areasOf).flatMap(({ area }) => area.paths))].sort(),
    e2e: [...new Set([...pathsOf(areas.flatMap(({ area }) => area.e2e)), ...own])].sort(),
  };
}

/**
 * @param {string} name of an area
 * @returns {Selection | undefined} undefined where no area has this name
 */
export function selectArea(name) {
  const area = Object.hasOwn(AREAS, name) ? AREAS[name] : undefined;
  if (!area) return undefined;
  return { files: area.paths, related: [], folders: area.paths, e2e: pathsOf(area.e2e) };
}
