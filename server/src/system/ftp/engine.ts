import { run, findProgram } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';

export interface FtpEngine {
  /** Python, with the packages that the server needs. */
  readonly file: string;
  readonly version: string;
  /**
   * Programs that mount a second, read-only view of all trees for the daemon. Undefined if this machine does
   * not allow mounting (a container without CAP_SYS_ADMIN): then FTP has no read-only access.
   */
  readonly view: FtpView | undefined;
}

export interface FtpView {
  readonly unshare: string;
  readonly nsenter: string;
  readonly mount: string;
}

/** Debian's own Python: any other one on the path lacks Debian's packages. */
const PYTHON = '/usr/bin/python3';
const VERSION = 'import OpenSSL, pyftpdlib; print(pyftpdlib.__ver__)';

/** Command prefix that runs a program in its own mount namespace, whose mounts no other process sees. */
export const ownMounts = (view: FtpView) =>
  [view.unshare, '--mount', '--propagation', 'private', '--'] as const;

async function findView(): Promise<FtpView | undefined> {
  const [unshare, nsenter, mount] = await Promise.all(
    ['unshare', 'nsenter', 'mount'].map((name) => findProgram(name)),
  );
  if (unshare === undefined || nsenter === undefined || mount === undefined) return undefined;
  const view = { unshare, nsenter, mount };
  const [file, ...args] = ownMounts(view);
  // A trial mount that ends with the program: it shows whether mounting is permitted.
  const tried = await run({ file, args: [...args, mount, '--bind', '-o', 'ro', '/proc', '/proc'] });
  return tried.code === 0 ? view : undefined;
}

/** Finds the programs that the FTP server needs; undefined if a package is missing, or without root. */
export async function findFtp(): Promise<FtpEngine | undefined> {
  if (isolationHere().is === 'single') return undefined;
  const file = await findProgram(PYTHON);
  if (file === undefined) return undefined;
  const { code, stdout } = await run({ file, args: ['-I', '-c', VERSION] });
  return code === 0 ? { file, version: stdout.trim(), view: await findView() } : undefined;
}
