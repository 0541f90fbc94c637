import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import { killGroup, start } from '../system/exec';
import { prepareData, prepareRun } from '../system/folders';
import { ftpCertificate } from '../system/ftp/certificate';
import { findFtp } from '../system/ftp/engine';
import { answerFtp, type FtpAnswer, type FtpAttempt } from '../system/ftp/sign-in';
import { isolationHere } from '../system/identity';
import { provisionTree } from '../system/layout';
import { hostRoot, placesOf, type Places } from '../system/places';
import { readSettings, type Settings } from '../system/settings';
import { ftpPart } from '../system/supervise/parts';
import { freePort } from './free-port';
import { claimUidSlot } from './uid-slot';

export interface TestFtp {
  readonly places: Places;
  readonly settings: Settings;
  /** What is answered to whoever asks to come in. */
  check: (attempt: FtpAttempt) => FtpAnswer;
  /** Makes a host's tree as a node does. Answers its root. */
  host(code: string, uid: number): Promise<string>;
  close(): Promise<void>;
}

/** The real FTP server, asking a sign-in of the test's. */
export async function makeTestFtp(env: Readonly<Record<string, string>> = {}): Promise<TestFtp> {
  const engine = await findFtp();
  if (!engine) throw new Error('pure-ftpd is not there: npm test brings it, as root');
  const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-ftp-'));
  await chmod(scratch, 0o755);
  const isolation = isolationHere();
  const slot = await claimUidSlot();
  const own = { FTP_PORT: String(await freePort()), HOST_UIDS: slot.text };
  const read = readSettings({ SITEDECK_DATA: join(scratch, 'data'), ...own, ...env }, isolation);
  if (read.is !== 'ok') throw new Error(read.lines.join('\n'));
  const { settings } = read;
  const places = placesOf(settings.dataDirectory, isolation);
  await prepareData(places, isolation);
  await prepareRun(places, isolation, 'nginx');
  const certificate = await ftpCertificate(settings, places.secrets, 'localhost');
  const test: TestFtp = {
    places,
    settings,
    check: () => ({ is: 'out' }),
    host: async (code, uid) => {
      const root = hostRoot(places, HostCode.parse(code));
      await provisionTree({ root, uid, isolation });
      return root;
    },
    close: async () => {
      killGroup(daemon.pid, 'SIGKILL');
      await gone;
      await answering.close();
      await rm(places.run, { recursive: true, force: true });
      await rm(scratch, { recursive: true, force: true });
      await slot.release();
    },
  };
  const answering = await answerFtp({
    socket: places.ftp.socket,
    check: async (attempt) => test.check(attempt),
    onBug: (error) => console.error(error),
  });
  const part = ftpPart({ engine, places, settings, certificate });
  const daemon = start(part.command, { stdio: 'ignore' });
  const gone = once(daemon, 'exit');
  while (!(await part.isHealthy())) await sleep(20);
  return test;
}
