import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', '.git', '.cache', 'testing']);
const isTest = (/** @type {string} */ name) => /\.test\.tsx?$/.test(name);

/**
 * Files below `path` that take part in a build, sorted, without tests.
 * @param {string} path a file or a folder; none if it does not exist
 * @returns {string[]}
 */
export function sourceFiles(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory())
        return SKIPPED_FOLDERS.has(entry.name) ? [] : sourceFiles(join(path, entry.name));
      return entry.isFile() && !isTest(entry.name) ? [join(path, entry.name)] : [];
    });
}

/**
 * A hash of names and contents: times change with every checkout, contents only when they change.
 * @param {string} root names count relative to it, so that a moved checkout stays fresh
 * @param {readonly string[]} paths relative to `root`
 * @param {readonly string[]} facts other values that the result depends on
 */
export function fingerprint(root, paths, facts = []) {
  const hash = createHash('sha256');
  for (const fact of facts) hash.update(`${fact}\0`);
  for (const file of paths.flatMap((path) => sourceFiles(join(root, path)))) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} stamp file that holds the fingerprint of the built sources @param {string} expected */
export const isFresh = (stamp, expected) => existsSync(stamp) && readFileSync(stamp, 'utf8') === expected;

/** @param {string} stamp @param {string} print */
export function record(stamp, print) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, print);
}
