import { constants, lstatSync, type Stats } from 'node:fs';
import { chmod, chown, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, run, type Command } from '#system/process/exec';
import { FTP_QUOTA_FILE } from '#system/ftp/quota-file';
import { hostIdentity, WEB_GID, type Identity, type Isolation } from '#system/process/identity';
import { HOST_FOLDERS, HOST_LOG } from './host-entries';
import { PRIVATE_FOLDER } from './private-folder';

/**
 * A host's directory tree; its owners and modes isolate hosts from each other. `<root>` is root:www-data
 * 0750, and an ACL lets the host's uid in (which can neither rename nor remove its own root). `wwwroot`,
 * `data` (0755), `tmp` and `.sitedeck` (0700) belong to the host; `logs` belongs to root, so that the host
 * can't replace a name in it by a link.
 */
export interface HostTree {
  readonly root: string;
  readonly uid: number;
  readonly isolation: Isolation;
}

const ROOT: Identity = { uid: 0, gid: 0 };
const FOLDER = 0o755;
const TEMP_FOLDERS = ['sessions', 'uploads'] as const;
const LOG_MODE = 0o644;

/** Log files of the engines. */
const ROOT_LOGS = ['access.log', 'error.log'] as const;

async function must(command: Command, identity?: Identity): Promise<void> {
  const result = await run(command, identity ? { identity } : {});
  if (result.code !== 0) throw new Error(`${command.file} failed: ${result.stderr.trim()}`);
}

const statOf = (path: string) => lstat(path).catch(() => undefined);

async function ensureFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, mode);
}

/**
 * Lets the host's uid enter. Without setfacl the tree stays closed to nginx, rather than open to other hosts.
 */
async function letIn(tree: HostTree): Promise<boolean> {
  const setfacl = await findProgram('setfacl');
  await chown(tree.root, ROOT.uid, setfacl ? WEB_GID : tree.uid);
  await chmod(tree.root, 0o750);
  if (setfacl) await must({ file: setfacl, args: ['-m', `user:${tree.uid}:r-x`, '--', tree.root] });
  return setfacl !== undefined;
}

/**
 * Creates a folder of the host; false if it exists. It belongs to root until it is complete. Once it belongs
 * to the host, root never touches it again, since the host may put links into it.
 */
async function ensureOwned(
  tree: HostTree,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<boolean> {
  const folder = join(tree.root, name);
  const owner = hostIdentity(tree.isolation, tree.uid);
  const found = await statOf(folder);
  if (found?.isDirectory() && found.uid === owner.uid && tree.isolation.is === 'separate') return false;
  if (found?.isDirectory() && tree.isolation.is === 'single') return false;
  await ensureFolder(folder, FOLDER);
  await fill(folder);
  await chown(folder, owner.uid, owner.gid);
  return true;
}

/**
 * Creates sub-folders of `tmp` as the host: root must follow no name inside a folder that the host may
 * change. If the host has closed its `tmp` or replaced it, this fails silently, because that must not keep a
 * node from starting.
 */
async function ensureTemp(tree: HostTree): Promise<void> {
  const temp = join(tree.root, 'tmp');
  const isNew = await ensureOwned(tree, 'tmp', (folder) => chmod(folder, 0o700));
  const folders = TEMP_FOLDERS.map((name) => join(temp, name));
  // An existing entry stays as it is. The check follows no link of the host.
  if (!isNew && (await Promise.all(folders.map(statOf))).every(Boolean)) return;
  const made = must(
    { file: 'mkdir', args: ['-p', '-m', '0700', '--', ...folders] },
    hostIdentity(tree.isolation, tree.uid),
  );
  await (isNew ? made : made.catch(() => undefined));
}

/**
 * A log is a regular file with one name. Any other entry under that name (a link, a hard link) is removed,
 * never followed.
 */
async function ensureLog(file: string, owner: Identity): Promise<void> {
  const found = await statOf(file);
  if (found && !(found.isFile() && found.nlink === 1)) await rm(file, { recursive: true, force: true });
  const flags = constants.O_CREAT | constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW;
  const handle = await open(file, flags, LOG_MODE);
  try {
    await handle.chmod(LOG_MODE);
    await handle.chown(owner.uid, owner.gid);
  } finally {
    await handle.close();
  }
}

/** The FTP server's count. A session can't create this file, since the host can't create entries in the root. */
async function ensureFtpQuota(tree: HostTree): Promise<void> {
  const file = join(tree.root, FTP_QUOTA_FILE);
  if (await statOf(file)) return;
  const owner = hostIdentity(tree.isolation, tree.uid);
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.chown(owner.uid, owner.gid);
  } finally {
    await handle.close();
  }
}

function isAsExpected(path: string, owner: Identity, fits: (found: Stats) => boolean): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.uid === owner.uid && found.gid === owner.gid && fits(found);
}

const isFolder = (found: Stats) => found.isDirectory() && (found.mode & 0o7777) === FOLDER;
const isLog = (found: Stats) => found.isFile() && found.nlink === 1 && (found.mode & 0o7777) === LOG_MODE;

interface LogOwners {
  readonly own: Identity;
  readonly host: Identity;
}

function logOwners({ isolation, uid }: HostTree): LogOwners {
  const host = hostIdentity(isolation, uid);
  return { own: isolation.is === 'separate' ? ROOT : host, host };
}

/** Synchronous: it runs for every host at every reload, where awaiting would cost ten times as much. */
export function areLogsIntact(tree: HostTree): boolean {
  const logs = join(tree.root, 'logs');
  const { own, host } = logOwners(tree);
  return (
    isAsExpected(logs, own, isFolder) &&
    ROOT_LOGS.every((name) => isAsExpected(join(logs, name), own, isLog)) &&
    isAsExpected(join(tree.root, HOST_LOG), host, isLog)
  );
}

/** Repairs the logs of a host. Called before every start and reload of an engine that opens them as root. */
export async function ensureLogs(tree: HostTree): Promise<void> {
  const logs = join(tree.root, 'logs');
  const { own, host } = logOwners(tree);
  const found = await statOf(logs);
  if (found && !found.isDirectory()) await rm(logs, { force: true });
  await ensureFolder(logs, FOLDER);
  await chown(logs, own.uid, own.gid);
  for (const name of ROOT_LOGS) await ensureLog(join(logs, name), own);
  await ensureLog(join(tree.root, HOST_LOG), host);
}

export interface ProvisionResult {
  /** False if the ACL programs are missing: files work, but nginx may not enter. */
  readonly served: boolean;
}

/** Whether `provisionTree` would change nothing but perhaps the root's ACL. Synchronous like `areLogsIntact`. */
export function isProvisioned(tree: HostTree): boolean {
  const { host } = logOwners(tree);
  const stat = (...names: readonly string[]) =>
    lstatSync(join(tree.root, ...names), { throwIfNoEntry: false });
  const isOwned = (name: string) => {
    const found = stat(name);
    return found?.isDirectory() === true && found.uid === host.uid;
  };
  return (
    HOST_FOLDERS.every(isOwned) &&
    TEMP_FOLDERS.every((name) => stat('tmp', name) !== undefined) &&
    stat(FTP_QUOTA_FILE) !== undefined &&
    areLogsIntact(tree)
  );
}

/** Creates or repairs a host's tree. Entries that the host has put into its folders stay unchanged. */
export async function provisionTree(tree: HostTree): Promise<ProvisionResult> {
  await mkdir(tree.root, { recursive: true, mode: 0o750 });
  const served = tree.isolation.is === 'single' || (await letIn(tree));
  await ensureOwned(tree, 'wwwroot', async () => undefined);
  await ensureOwned(tree, 'data', async () => undefined);
  await ensureTemp(tree);
  await ensureOwned(tree, PRIVATE_FOLDER, (folder) => chmod(folder, 0o700));
  await ensureLogs(tree);
  if (tree.isolation.is === 'separate') await ensureFtpQuota(tree);
  return { served };
}

/**
 * Removes a host's tree. First it is renamed in one step and closed to the host. `rm` then works by
 * descriptors, so a process of the host that swaps names meanwhile can't redirect it.
 */
export async function removeTree(root: string): Promise<void> {
  const gone = `${root}.removed`;
  if ((await statOf(root)) !== undefined) {
    await rm(gone, { recursive: true, force: true });
    await rename(root, gone);
    await chown(gone, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
    await chmod(gone, 0o700);
  }
  // Also removes what an earlier attempt has left.
  await must({ file: 'rm', args: ['-rf', '--one-file-system', '--', gone] });
}
