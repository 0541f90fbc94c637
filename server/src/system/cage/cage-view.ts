import { dirname } from 'node:path';

/** What a program of a host sees of the machine. */
export interface CageView {
  /** Name of the machine inside. */
  readonly hostName: string;
  /** The host's own tree, writable, under the same path as outside. */
  readonly root: string;
  /** Further files and folders that can be read, under the same paths as outside. */
  readonly readable: readonly string[];
  /** Folder in which the program starts. */
  readonly folder: string;
  /** The complete environment, besides `PWD`. */
  readonly env: Readonly<Record<string, string>>;
}

/** Size of the private `/tmp`, bytes; it is kept in memory. */
const TEMP_BYTES = 64 * 1024 ** 2;

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

/**
 * Arguments of bubblewrap for a view: everything else of the machine is absent. Folders above a mount are created
 * explicitly, since bubblewrap would close them to everyone but root.
 */
export function viewArguments({ hostName, root, readable, folder, env }: CageView): readonly string[] {
  const mounts = [...READABLE_ETC, ...readable, root];
  const folders = [...new Set(mounts.flatMap(foldersAbove))];
  return [
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--hostname', hostName],
    // Without a session of its own, the first process stays in the group that is killed.
    '--die-with-parent',
    ...['--ro-bind', '/usr', '/usr'],
    ...LINKS.flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...['--perms', '1777', '--size', String(TEMP_BYTES), '--tmpfs', '/tmp'],
    ...folders.flatMap((path) => ['--perms', '0755', '--dir', path]),
    ...READABLE_ETC.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    ...['--bind', root, root, '--chdir', folder],
    '--clearenv',
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--remount-ro', '/'],
  ];
}
