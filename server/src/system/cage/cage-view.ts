import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOST_FOLDERS, HOST_LOG, STAGING_NAME } from '#system/site/host-entries';

/** What a program of a host sees of the machine. */
export interface CageView {
  /** Name of the machine inside. */
  readonly hostName: string;
  /**
   * The host's own tree, under the same path as outside. What is the host's in it is writable, unless the host is over
   * its disk quota.
   */
  readonly root: string;
  /** Its tree is read-only, and `tmp` in it is a folder in memory. */
  readonly isFull?: boolean;
  /** Its programs reach no network, not even this machine's. */
  readonly isOffline?: boolean;
  /** Further files and folders that can be read, under the same paths as outside. */
  readonly readable: readonly string[];
  /** Folder in which the program starts. */
  readonly folder: string;
  /** The complete environment, besides `PWD`. */
  readonly env: Readonly<Record<string, string>>;
}

/** Size of a temporary folder, bytes; it is kept in memory. */
const TEMP_BYTES = 64 * 1024 ** 2;
const temporary = (path: string) => ['--perms', '1777', '--size', String(TEMP_BYTES), '--tmpfs', path];

/** Folders of the host's `tmp` that its programs expect. */
const TEMP_FOLDERS = ['sessions', 'uploads'];

/** Links at the top of a system whose programs are all below `/usr`. */
const LINKS = ['bin', 'sbin', 'lib', 'lib64'];

/** What programs of a site need of `/etc`: certificates, name resolution, time zone, libraries and runtimes. */
const READABLE_ETC = [
  'alternatives',
  'fonts',
  'hosts',
  'ld.so.cache',
  'localtime',
  'mime.types',
  'mono',
  'nsswitch.conf',
  'php',
  'resolv.conf',
  'services',
  'ssl',
].map((name) => `/etc/${name}`);

/** Folders above a path, outermost first, without the top. */
function foldersAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === '/' ? [] : [...foldersAbove(above), above];
}

/** Whose the top of the host's tree is. Under one uid it is the program's, which then could replace the folders in it. */
export type TreeOwner = 'root' | 'program';

/** Entries that are not links: outside the cage, the console writes to the tree too. */
function ownEntries(root: string): readonly string[] {
  const stat = (path: string) => lstatSync(path, { throwIfNoEntry: false });
  const folders = [...HOST_FOLDERS, STAGING_NAME]
    .map((name) => join(root, name))
    .filter((path) => stat(path)?.isDirectory());
  const log = join(root, HOST_LOG);
  return stat(dirname(log))?.isDirectory() && stat(log)?.isFile() ? [...folders, log] : folders;
}

/** A full host's programs go on: they keep sessions and receive uploads in memory, and can't store anything. */
const fullTree = (root: string): readonly string[] => [
  ...['--ro-bind', root, root],
  ...temporary(`${root}/tmp`),
  ...TEMP_FOLDERS.flatMap((name) => ['--perms', '1777', '--dir', `${root}/tmp/${name}`]),
];

/** A mount can't be renamed, so a read-only top keeps each folder where nginx and the next cage expect it. */
function treeArguments({ root, isFull = false }: CageView, owner: TreeOwner): readonly string[] {
  if (isFull) return fullTree(root);
  return owner === 'root'
    ? ['--bind', root, root]
    : ['--ro-bind', root, root, ...ownEntries(root).flatMap((path) => ['--bind', path, path])];
}

/**
 * Arguments of bubblewrap for a view: everything else of the machine is absent. Folders above a mount are created
 * explicitly, since bubblewrap would close them to everyone but root.
 */
export function viewArguments(view: CageView, owner: TreeOwner): readonly string[] {
  const { hostName, root, isOffline = false, readable, folder, env } = view;
  const mounts = [...READABLE_ETC, ...readable, root];
  const folders = [...new Set(mounts.flatMap(foldersAbove))];
  return [
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--hostname', hostName],
    ...(isOffline ? ['--unshare-net'] : []),
    // Without a session of its own, the first process stays in the group that is killed.
    '--die-with-parent',
    ...['--ro-bind', '/usr', '/usr'],
    ...LINKS.flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...temporary('/tmp'),
    ...folders.flatMap((path) => ['--perms', '0755', '--dir', path]),
    ...READABLE_ETC.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    ...treeArguments(view, owner),
    ...['--chdir', folder],
    '--clearenv',
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--remount-ro', '/'],
  ];
}
