import { chmod, link, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { provisionTree, type HostTree } from './layout';
import { intactTrees } from './intact-trees';

const isolation = isolationHere();
const whenSeparate = isolation.is === 'separate' ? it : it.skip;

describe('the check of the trees at a start', () => {
  let scratch: string;
  let trees: readonly HostTree[];

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-trees-'));
    await chmod(scratch, 0o711);
    trees = [29_021, 29_022].map((uid) => ({ root: join(scratch, `vh${String(uid)}`), uid, isolation }));
    for (const tree of trees) await provisionTree(tree);
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  const roots = () => trees.map(({ root }) => root);
  const setfacl = async (...args: readonly string[]) => {
    expect((await run({ file: 'setfacl', args })).code).toBe(0);
  };

  whenSeparate('finds provisioned trees in order', async () => {
    expect([...(await intactTrees(trees))].sort()).toEqual(roots());
  });

  const damages: readonly (readonly [name: string, damage: (root: string) => Promise<unknown>])[] = [
    ['its uid may not enter', (root) => setfacl('-b', root)],
    ['another host may enter', (root) => setfacl('-m', 'user:29022:r-x', root)],
    ['everybody may enter', (root) => chmod(root, 0o755)],
    ['its document root is missing', (root) => rm(join(root, 'wwwroot'), { recursive: true })],
    ['a temporary folder is missing', (root) => rm(join(root, 'tmp/uploads'), { recursive: true })],
    ['a log has a second name', (root) => link(join(root, 'logs/access.log'), join(scratch, 'second'))],
    ['all of it is missing', (root) => rm(root, { recursive: true })],
  ];

  whenSeparate.each(damages)('leaves out a tree where %s', async (_name, damage) => {
    const [damaged, other] = trees;
    if (!damaged || !other) throw new Error('two trees are needed');
    await damage(damaged.root);
    expect([...(await intactTrees(trees))]).toEqual([other.root]);
  });
});
