import {
  chmod,
  link,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '#system/process/exec';
import { isolationHere, WEB_GID } from '#system/process/identity';
import { ensureLogs, provisionTree, removeTree, type HostTree } from './layout';

const isolation = isolationHere();
const separate = isolation.is === 'separate';
const whenSeparate = separate ? it : it.skip;
const [ONE, TWO] = [29_011, 29_012];

describe('the directory tree of a host', () => {
  let scratch: string;
  let tree: HostTree;
  const at = (...parts: string[]) => join(tree.root, ...parts);
  const as = (uid: number, file: string, ...args: string[]) =>
    run({ file, args }, separate ? { identity: { uid, gid: uid } } : {});
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8);

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-layout-'));
    await chmod(scratch, 0o711);
    tree = { root: join(scratch, 'vhone'), uid: ONE, isolation };
    expect(await provisionTree(tree)).toEqual({ served: true });
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  it('creates the folders of a host, and no file in them', async () => {
    const ours = separate ? ['.ftpquota', '.sitedeck'] : ['.sitedeck'];
    expect((await readdir(tree.root)).sort()).toEqual([...ours, 'data', 'logs', 'tmp', 'wwwroot']);
    expect(await readdir(at('wwwroot'))).toEqual([]);
    const modes = ['wwwroot', 'data', 'tmp', '.sitedeck'].map((name) => modeOf(at(name)));
    expect(await Promise.all(modes)).toEqual(['755', '755', '700', '700']);
  });

  whenSeparate('belongs to root, the web server and the host as each needs it', async () => {
    const root = await stat(tree.root);
    expect([root.uid, root.gid, root.mode & 0o007]).toEqual([0, WEB_GID, 0]);
    for (const name of ['wwwroot', 'data', 'tmp', '.sitedeck', 'logs/php-error.log']) {
      const found = await stat(at(name));
      expect([name, found.uid, found.gid]).toEqual([name, ONE, ONE]);
    }
    for (const name of ['logs', 'logs/access.log', 'logs/error.log'])
      expect((await stat(at(name))).uid).toBe(0);
  });

  whenSeparate('admits its own uid, and no other host’s', async () => {
    expect((await as(ONE, 'ls', tree.root)).stdout).toContain('wwwroot');
    expect((await as(TWO, 'ls', tree.root)).code).not.toBe(0);
    await as(ONE, 'cp', '/etc/hostname', at('wwwroot/index.html'));
    expect((await as(TWO, 'cat', at('wwwroot/index.html'))).code).not.toBe(0);
    expect((await as(WEB_GID, 'cat', at('wwwroot/index.html'))).code).toBe(0);
  });

  whenSeparate('refuses its host to rename it, or to add or remove entries at its root', async () => {
    expect((await as(ONE, 'mv', tree.root, `${tree.root}2`)).code).not.toBe(0);
    expect((await as(ONE, 'touch', at('new'))).code).not.toBe(0);
    expect((await as(ONE, 'rmdir', at('data'))).code).not.toBe(0);
    expect((await as(ONE, 'rm', at('logs/access.log'))).code).not.toBe(0);
  });

  it('keeps files of the host when it is provisioned again', async () => {
    await as(ONE, 'cp', '/etc/hostname', at('wwwroot/mine.txt'));
    await as(ONE, 'chmod', '0700', at('wwwroot'));
    await provisionTree(tree);
    expect(await readdir(at('wwwroot'))).toEqual(['mine.txt']);
    expect(await modeOf(at('wwwroot'))).toBe('700');
  });

  it('gets its missing private folder, open to the host alone', async () => {
    await rm(at('.sitedeck'), { recursive: true });
    await provisionTree(tree);
    expect(await modeOf(at('.sitedeck'))).toBe('700');
    expect((await as(ONE, 'touch', at('.sitedeck/mine'))).code).toBe(0);
    if (separate) expect((await as(WEB_GID, 'ls', at('.sitedeck'))).code).not.toBe(0);
  });

  it('gets missing folders of its tmp back', async () => {
    await as(ONE, 'rm', '-r', at('tmp/sessions'));
    await provisionTree(tree);
    expect((await stat(at('tmp/sessions'))).isDirectory()).toBe(true);
  });

  it.each([
    ['closed', 'chmod', ['0', 'tmp']],
    ['with a file where its sessions are kept', 'ln', ['-fT', 'wwwroot/page', 'tmp/sessions']],
    ['with a link that leads nowhere', 'ln', ['-s', '/nowhere/at/all', 'tmp/sessions']],
  ])('starts the node although a host has left its tmp %s', async (_how, file, args) => {
    await as(ONE, 'rm', '-r', at('tmp/sessions'));
    await as(ONE, 'touch', at('wwwroot/page'));
    const made = await as(ONE, file, ...args.map((arg) => (/^(tmp|wwwroot)/.test(arg) ? at(arg) : arg)));
    expect(made.code).toBe(0);
    await expect(provisionTree(tree)).resolves.toEqual({ served: true });
    expect((await lstat(at('logs/access.log'))).isFile()).toBe(true);
  });

  it.each(['access.log', 'error.log', 'php-error.log'])('follows no link in place of %s', async (name) => {
    const victim = join(scratch, 'victim');
    await writeFile(victim, 'untouched', { mode: 0o600 });
    await rm(at('logs', name));
    await symlink(victim, at('logs', name));
    await ensureLogs(tree);
    expect((await lstat(at('logs', name))).isFile()).toBe(true);
    expect([await readFile(victim, 'utf8'), await modeOf(victim)]).toEqual(['untouched', '600']);
  });

  it('replaces a log that has a second hard link', async () => {
    await link(at('logs/access.log'), at('logs/other'));
    await ensureLogs(tree);
    expect((await lstat(at('logs/access.log'))).nlink).toBe(1);
  });

  whenSeparate('makes nothing through a link the host has put into its tmp', async () => {
    await as(ONE, 'rm', '-r', at('tmp/sessions'));
    const victim = join(scratch, 'victim');
    await as(ONE, 'ln', '-s', victim, at('tmp/sessions'));
    await provisionTree(tree).catch(() => undefined);
    await expect(lstat(victim)).rejects.toThrow('ENOENT');
  });

  it('removes the entire tree, but not the targets of its links', async () => {
    const victim = join(scratch, 'victim');
    await writeFile(victim, 'untouched');
    await as(ONE, 'ln', '-s', scratch, at('wwwroot/out'));
    await removeTree(tree.root);
    expect(await readdir(scratch)).toEqual(['victim']);
    await removeTree(tree.root);
  });
});
