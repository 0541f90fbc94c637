import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import type { Shares } from '#system/cage/shares/shares';
import { killGroup, start, type Command } from '#system/process/exec';
import { prepareFolders } from './prepared-folders';
import { ftpCertificate } from '#system/ftp/certificate';
import { findFtp } from '#system/ftp/engine';
import { serveFtpSignIns, type FtpReply, type FtpAttempt } from '#system/ftp/sign-in';
import { isolationHere } from '#system/process/identity';
import { provisionTree } from '#system/site/layout';
import { hostRoot, pathsOf, type Paths } from '#system/settings/paths';
import { readSettings, type Settings } from '#system/settings/settings';
import { bindTcp, type BoundSocket } from '#supervisor/listeners/bound-socket';
import { ftpPart } from '#supervisor/parts/parts';
import { freePort } from './free-port';
import { claimUidSlot } from './uid-slot';

const NO_SHARES: Shares = { is: 'off', why: 'missing' };
const PROGRAM = join(__dirname, '../ftp');

export interface TestFtp {
  readonly places: Paths;
  readonly settings: Settings;
  /** Decides a sign-in. */
  check: (attempt: FtpAttempt) => FtpReply;
  /** Creates a host's tree like a node. Returns its root. */
  host(code: string, uid: number): Promise<string>;
  /** Kills the server, and its sessions unless they are to stay, and starts it again; with other arguments if given. */
  restart(sessions: 'killed' | 'left', args?: TestFtpOptions['args']): Promise<void>;
  close(): Promise<void>;
}

export interface TestFtpOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Changed values of its arguments, by name. */
  readonly args?: Readonly<Record<string, string>>;
  /** Groups that its sessions join; absent: none. */
  readonly shares?: Shares;
}

const changed = ({ file, args }: Command, values: Readonly<Record<string, string>>): Command => ({
  file,
  args: args.map((arg, index) => values[args[index - 1] ?? ''] ?? arg),
});

/** A socket that this process holds but never accepts on, like the supervisor's. */
function holdPort({ FTP_BIND, FTP_PORT }: Settings): BoundSocket {
  const bound = bindTcp({ host: FTP_BIND, port: FTP_PORT, ipv6Only: false });
  if (bound.is === 'failed') throw new Error(`Port ${FTP_PORT}: ${bound.code}`);
  return bound.socket;
}

/** The real FTP server; the test decides its sign-ins. */
export async function makeTestFtp({
  env,
  args = {},
  shares = NO_SHARES,
}: TestFtpOptions = {}): Promise<TestFtp> {
  const engine = await findFtp();
  if (!engine) throw new Error('pyftpdlib is missing: npm test installs it as root');
  const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-ftp-'));
  await chmod(scratch, 0o755);
  const isolation = isolationHere();
  const slot = await claimUidSlot();
  const own = { FTP_PORT: String(await freePort()), HOST_UIDS: slot.text };
  const read = readSettings({ SITEDECK_DATA: join(scratch, 'data'), ...own, ...env }, isolation);
  if (read.is !== 'ok') throw new Error(read.lines.join('\n'));
  const { settings } = read;
  const places = pathsOf(settings.dataDirectory, isolation);
  await prepareFolders(places, isolation);
  const certificate = await ftpCertificate(settings, places.secrets, 'localhost');
  const held = holdPort(settings);
  const part = ftpPart({ engine, places, settings, certificate, shares, program: PROGRAM }, [held.fd]);
  const launch = async (values: Readonly<Record<string, string>>) => {
    await part.prepare?.();
    const child = start(changed(part.command, values), {
      stdio: ['ignore', 'ignore', 'inherit', ...(part.descriptors?.() ?? [])],
    });
    const gone = once(child, 'exit');
    while (!(await part.isHealthy())) await sleep(20);
    return { child, gone };
  };
  const test: TestFtp = {
    places,
    settings,
    check: () => ({ is: 'out' }),
    host: async (code, uid) => {
      const root = hostRoot(places, HostCode.parse(code));
      await provisionTree({ root, uid, isolation });
      return root;
    },
    restart: async (sessions, values = args) => {
      if (sessions === 'killed') killGroup(running.child.pid, 'SIGKILL');
      else running.child.kill('SIGKILL');
      await running.gone;
      running = await launch(values);
    },
    close: async () => {
      killGroup(running.child.pid, 'SIGKILL');
      await running.gone;
      held.close();
      await answering.close();
      await rm(places.run, { recursive: true, force: true });
      await rm(scratch, { recursive: true, force: true });
      await slot.release();
    },
  };
  const answering = await serveFtpSignIns({
    socket: places.ftp.socket,
    check: async (attempt) => test.check(attempt),
    onBug: (error) => console.error(error),
  });
  let running = await launch(args);
  return test;
}
