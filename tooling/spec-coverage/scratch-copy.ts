import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the sources in which a value can be changed safely. */
export interface ScratchCopy {
  readonly folder: string;
  remove(): void;
}

const listed = (root: string): string[] =>
  execFileSync('git', ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'])
    .toString()
    .split('\0')
    .filter((name) => /\.(?:[cm]?tsx?|[cm]?js|json|css|html|yaml|md)$/.test(name));

const linkFolders = (folders: readonly string[]) =>
  folders.map((name) => dirname(name)).filter((name, at, all) => all.indexOf(name) === at);

/**
 * Links third-party packages to the originals, but the workspace's own packages within the copy: otherwise a change in
 * the contract would not reach the SDK.
 */
export function makeScratchCopy(root: string): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), 'sd-scratch-'));
  const files = listed(root);
  for (const name of files) cpSync(join(root, name), join(folder, name), { verbatimSymlinks: true });
  const packages = linkFolders(files.filter((name) => name.endsWith('package.json')));
  for (const place of packages) copyLinks(join(root, place), join(folder, place));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function copyLinks(from: string, to: string): void {
  const modules = join(from, 'node_modules');
  const names = readModules(modules);
  if (names.length === 0) return;
  mkdirSync(join(to, 'node_modules'), { recursive: true });
  for (const name of names) {
    const source = join(modules, name);
    const target = join(to, 'node_modules', name);
    if (name === '.pnpm') symlinkSync(source, target);
    // Relative links, and folders of a scope that hold such.
    else cpSync(source, target, { recursive: !lstatSync(source).isSymbolicLink(), verbatimSymlinks: true });
  }
}

function readModules(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name !== '.cache');
  } catch {
    return []; // a package without dependencies
  }
}
