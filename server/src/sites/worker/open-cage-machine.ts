import type { Cages } from '#system/cage/engine';
import { ensureMailFolder } from '#system/mail/mail-folders';
import { writeCliIni } from '#system/php/cli-ini';
import type { PhpEngine } from '#system/php/engine';
import { sendmailCommand } from '#system/php/sendmail';
import { findProgram } from '#system/process/exec';
import type { Isolation } from '#system/process/identity';
import type { Paths } from '#system/settings/paths';
import { isFull } from '#system/site/full-hosts';
import type { CageMachine } from './caged-command';

export interface CageMachineParts extends Pick<CageMachine, 'shares' | 'isolation'> {
  readonly places: Paths;
  readonly cages: Cages;
  /** Undefined if PHP is not installed. */
  readonly php: PhpEngine | undefined;
  readonly isolation: Isolation;
}

/** Undefined on a machine without cages, and where hosts have no uids of their own. */
export async function openCageMachine({
  cages,
  places,
  php,
  isolation,
  shares,
}: CageMachineParts): Promise<CageMachine | undefined> {
  if (cages.is === 'off' || isolation.is === 'single') return undefined;
  const prlimit = await findProgram('prlimit');
  if (prlimit === undefined) return undefined;
  const { socket: databaseSocket, run } = places.mariadb;
  const cli = php?.cli;
  const sendmail = cli === undefined ? undefined : sendmailCommand({ cli, places });
  return {
    ...{ cages: cages.engine, prlimit, isolation, shares },
    readable: [run, places.phpReport, places.mail.program],
    mailFolderOf: (host) => ensureMailFolder(places, isolation, host),
    env: await writeCliIni(places.phpReport, { databaseSocket, sendmail }),
    isFull: (hostCode) => isFull(places.fullHosts, hostCode),
  };
}
