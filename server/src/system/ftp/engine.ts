import { run, findProgram } from '../exec';
import { isolationHere } from '../identity';

export interface FtpEngine {
  readonly file: string;
  readonly version: string;
  /**
   * Programs that give the daemon a second, read-only view of all trees. Undefined where this machine does not let us
   * mount (a container without CAP_SYS_ADMIN): nobody's access can be read-only there.
   */
  readonly view: FtpView | undefined;
}

export interface FtpView {
  readonly unshare: string;
  readonly nsenter: string;
  readonly mount: string;
}

/** Debian's FTP servers exclude one another, so that ours is unpacked beside whatever is installed. */
const UNPACKED_FTP = '/opt/sitedeck/pure-ftpd/usr/sbin/pure-ftpd';

/** Words that a mount namespace of one's own, with mounts nobody else sees, begins with. */
export const ownMounts = (view: FtpView) =>
  [view.unshare, '--mount', '--propagation', 'private', '--'] as const;

async function findView(): Promise<FtpView | undefined> {
  const [unshare, nsenter, mount] = await Promise.all(
    ['unshare', 'nsenter', 'mount'].map((name) => findProgram(name)),
  );
  if (unshare === undefined || nsenter === undefined || mount === undefined) return undefined;
  const view = { unshare, nsenter, mount };
  const [file, ...args] = ownMounts(view);
  // Mounted onto itself and gone with the program: it only tells whether it may be done.
  const tried = await run({ file, args: [...args, mount, '--bind', '-o', 'ro', '/proc', '/proc'] });
  return tried.code === 0 ? view : undefined;
}

/** The FTP server of this machine; undefined where there is none, or no root to run it. */
export async function findFtp(): Promise<FtpEngine | undefined> {
  if (isolationHere().is === 'single') return undefined;
  const file = await findProgram('pure-ftpd', UNPACKED_FTP);
  if (file === undefined) return undefined;
  const told = await run({ file, args: ['-h'] });
  const version = /pure-ftpd v(\S+)/.exec(told.stdout + told.stderr)?.[1];
  return version === undefined ? undefined : { file, version, view: await findView() };
}
