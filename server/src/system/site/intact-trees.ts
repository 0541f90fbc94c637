import { findProgram, run } from '#system/process/exec';
import { WEB_GID } from '#system/process/identity';
import { isProvisioned, type HostTree } from './layout';

/** Roots that one program reads: their paths must fit into its arguments. */
const AT_ONCE = 500;
const OUTPUT_MAX = 1_048_576;

/** What getfacl prints for a host's root folder whose permissions are correct. */
const expectedAcl = ({ root, uid }: HostTree): string =>
  [
    `# file: ${root}`,
    '# owner: 0',
    `# group: ${WEB_GID}`,
    'user::rwx',
    `user:${uid}:r-x`,
    'group::r-x',
    'mask::r-x',
    'other::---',
  ].join('\n');

/**
 * Roots of the trees that `provisionTree` would leave as they are. It starts a program per host, which takes seconds
 * for hundreds of hosts; this starts one for all of them.
 */
export async function intactTrees(trees: readonly HostTree[]): Promise<ReadonlySet<string>> {
  const getfacl = await findProgram('getfacl');
  if (getfacl === undefined) return new Set();
  const candidates = trees.filter((tree) => tree.isolation.is === 'separate' && isProvisioned(tree));
  const inOrder = new Set<string>();
  for (let done = 0; done < candidates.length; done += AT_ONCE) {
    const some = candidates.slice(done, done + AT_ONCE);
    const args = ['--numeric', '--absolute-names', '--', ...some.map(({ root }) => root)];
    const { stdout } = await run({ file: getfacl, args }, { outputLimit: OUTPUT_MAX });
    const acls = new Set(stdout.split('\n\n'));
    for (const tree of some) if (acls.has(expectedAcl(tree))) inOrder.add(tree.root);
  }
  return inOrder;
}
