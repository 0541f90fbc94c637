import { existsSync } from 'node:fs';
import { capture } from './child.mjs';
import { at } from './paths.mjs';

/** @param {readonly string[]} args @returns {Promise<string | undefined>} undefined if git fails */
async function git(args) {
  const { code, output } = await capture('git', args);
  return code === 0 ? output.trim() : undefined;
}

/** The commit where this branch left the default branch; on that branch itself the last commit. */
async function base() {
  const remote = await git(['symbolic-ref', '--short', 'refs/remotes/origin/HEAD']);
  for (const branch of [remote, 'main', 'master']) {
    const commit = branch === undefined ? undefined : await git(['merge-base', 'HEAD', branch]);
    if (commit !== undefined) return commit;
  }
  return 'HEAD';
}

/**
 * Files that this branch and its work tree changed or added.
 * @returns {Promise<readonly string[]>} paths from the checkout's root
 */
export async function changedFiles() {
  const changed = await git(['diff', '--name-only', '--no-renames', await base()]);
  const added = await git(['ls-files', '--others', '--exclude-standard']);
  if (changed === undefined || added === undefined)
    throw new Error('--changed needs git: it compares the work tree with the default branch');
  const files = `${changed}\n${added}`.split('\n').filter((file) => file !== '');
  return [...new Set(files)].filter((file) => existsSync(at(file))).sort();
}
