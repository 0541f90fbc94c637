import type { Logger } from 'pino';
import type { Db } from '#state/db';
import type { Cages } from '#system/cage/engine';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { findProgram } from '#system/process/exec';
import { ensureMailFolder } from '#system/mail/mail-folders';
import { writeCliIni } from '#system/php/cli-ini';
import type { PhpEngine } from '#system/php/engine';
import { sendmailCommand } from '#system/php/sendmail';
import type { Isolation } from '#system/process/identity';
import { hostRoot, type Paths } from '#system/settings/paths';
import { isFull } from '#system/site/full-hosts';
import { closeLostRuns } from '../job-store';
import { serverZone } from '../zone';
import { startDueJobs } from './due-jobs';
import { JobRuns } from './job-runs';
import type { CronMachine } from './run-command';

/** Pause after a failed check, ms. */
const FAILED_PAUSE_MS = 5000;

export interface CronNodeParts extends Pick<CronMachine, 'shares'> {
  readonly places: Paths;
  readonly db: Db;
  readonly node: string;
  readonly cages: Cages;
  /** Undefined if PHP is not installed. */
  readonly php: PhpEngine | undefined;
  readonly isolation: Isolation;
  readonly log: Logger;
}

/** The scheduled jobs of a node; undefined on a machine without cages, and where hosts have no uids of their own. */
export async function openJobs({
  cages,
  places,
  php,
  ...parts
}: CronNodeParts): Promise<JobRuns | undefined> {
  if (cages.is === 'off' || parts.isolation.is === 'single') return undefined;
  const prlimit = await findProgram('prlimit');
  if (prlimit === undefined) return undefined;
  const { socket: databaseSocket, run } = places.mariadb;
  const cli = php?.cli;
  const sendmail = cli === undefined ? undefined : sendmailCommand({ cli, places });
  return new JobRuns({
    ...parts,
    cages: cages.engine,
    prlimit,
    readable: [run, places.phpReport, places.mail.program],
    mailFolderOf: (host) => ensureMailFolder(places, parts.isolation, host),
    env: await writeCliIni(places.phpReport, { databaseSocket, sendmail }),
    isFull: (hostCode) => isFull(places.fullHosts, hostCode),
    rootOf: (hostCode) => hostRoot(places, hostCode),
    now: Date.now,
  });
}

/** Starts the loop that runs due jobs. Only one worker of the node may call it. */
export function startJobs(parts: Pick<CronNodeParts, 'db' | 'node' | 'log'>, runs: JobRuns): Loop {
  const { db, node, log } = parts;
  let isFirst = true;
  return repeat(
    async () => {
      if (isFirst) await closeLostRuns(db, node, new Date());
      isFirst = false;
      return startDueJobs({ ...parts, runs, zone: serverZone(), now: Date.now });
    },
    {
      pauseMs: FAILED_PAUSE_MS,
      startsAtOnce: true,
      onFailed: (err) => log.warn({ err }, 'scheduled jobs could not be checked'),
    },
  );
}
