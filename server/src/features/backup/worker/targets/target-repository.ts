import type { HostCode, TargetAddress } from '@sitedeck/contract';
import type { TargetRow } from '#state/backup-tables';
import { isRefusal, Refusal } from '#faults/refusal';
import { addKey, dropOtherKeys } from '#system/restic/keys';
import type { Repository } from '#system/restic/repository';
import { ResticRefusal } from '#system/restic/restic-fault';
import { runRestic } from '#system/restic/run-restic';
import { openTarget } from '#system/restic/target/open-target';
import type { BackupTools } from '../tools';

/** What restic prints before the cause of a failure. */
const PREFIX = /^(restic: )?(Fatal: )?(create repository at \S+ failed: )?/;
/** The address of our own proxy, which means nothing to the owner. */
const PROXY_ADDRESS = /https?:\/\/127\.0\.0\.1:\d+\/\S*/g;

function messageOf(error: unknown): string {
  if (error instanceof ResticRefusal) return error.stderr;
  return error instanceof Error ? error.message : '';
}

/** Reports a failure at a target to its owner, with the last line of restic's message. */
export function targetFault(error: unknown): Refusal {
  if (isRefusal(error) && !['backup-damaged', 'backup-config-lost', 'disk-full'].includes(error.reason))
    return error;
  const lastLine =
    messageOf(error)
      .split('\n')
      .findLast((line) => line.trim() !== '') ?? '';
  return new Refusal('target-unreachable', {
    values: { why: lastLine.replace(PREFIX, '').replace(PROXY_ADDRESS, '').slice(0, 200) },
  });
}

const isWrongKey = (error: unknown): boolean => isRefusal(error) && error.reason === 'backup-key-wrong';

const readConfig = (remote: Repository, signal: AbortSignal) =>
  runRestic(remote, { args: ['cat', '--no-lock', 'config'], signal });

/** Opens the repository at a target, or creates it with the chunk boundaries of the local one. */
async function openOrCreate(remote: Repository, local: Repository, signal: AbortSignal): Promise<void> {
  const exists = await readConfig(remote, signal).then(
    () => true,
    (error: unknown) => {
      if (signal.aborted || isWrongKey(error)) throw error;
      return false;
    },
  );
  if (exists) return;
  const from = ['--from-repo', local.at, '--from-password-file', local.passwordFile];
  await runRestic(remote, { args: ['init', '--copy-chunker-params', ...from], signal });
}

/** Adds the current password to a copy; resolves to false if the copy does not open with the password given. */
const addCurrentPassword = (
  remote: Repository,
  { passwordFile }: Repository,
  signal: AbortSignal,
): Promise<boolean> =>
  addKey(remote, { passwordFile, signal }).then(
    () => true,
    (error: unknown) => {
      if (isWrongKey(error)) return false;
      throw error;
    },
  );

/**
 * Makes sure that a target has a repository with the current password. A copy that could not be reached when the
 * password was rotated is opened with a former one, and then gets the current one.
 */
export async function ensureTargetRepository(
  tools: BackupTools,
  { hostCode, remote, local }: { readonly hostCode: HostCode; remote: Repository; local: Repository },
  signal: AbortSignal,
): Promise<void> {
  try {
    await openOrCreate(remote, local, signal);
  } catch (error) {
    if (!isWrongKey(error)) throw error;
    await tools.repositories.withFormerPasswords(hostCode, async (passwordFiles) => {
      for (const passwordFile of passwordFiles)
        if (await addCurrentPassword({ ...remote, passwordFile }, local, signal))
          return dropOtherKeys(remote, signal);
      throw error;
    });
  }
}

/** Printed if the server answers but holds no repository; other messages only say that it can't be read. */
const NO_REPOSITORY = /does not exist|no such file/i;

/** Whether the password opens the repository at a target. Refuses with `target-empty` if there is none. */
async function passwordFits(remote: Repository, signal: AbortSignal): Promise<boolean> {
  try {
    await readConfig(remote, signal);
    return true;
  } catch (error) {
    if (isWrongKey(error)) return false;
    if (
      error instanceof ResticRefusal &&
      error.reason === 'backup-config-lost' &&
      NO_REPOSITORY.test(error.stderr)
    )
      throw new Refusal('target-empty');
    throw targetFault(error);
  }
}

export interface TargetReading {
  readonly local: Repository;
  readonly target: TargetRow;
  readonly signal: AbortSignal;
  /** Called with the number of bytes received from or sent to the target. */
  readonly onBytes: (bytes: number) => void;
}

/**
 * Reads a target without changing it, with the current or a former password. Refuses with `target-empty`, and
 * `target-foreign` if no password of the host fits.
 */
export async function readTarget<Value>(
  tools: BackupTools,
  { local, target, signal, onBytes }: TargetReading,
  read: (remote: Repository) => Promise<Value>,
): Promise<Value> {
  const place = { ...target.place, ...target.secrets } as TargetAddress;
  const open = await openTarget(place, { local, networks: tools, onBytes, signal }).catch(
    (error: unknown) => {
      throw targetFault(error);
    },
  );
  const remote = open.repository;
  try {
    if (await passwordFits(remote, signal)) return await read(remote);
    return await tools.repositories.withFormerPasswords(target.host_code, async (passwordFiles) => {
      for (const passwordFile of passwordFiles)
        if (await passwordFits({ ...remote, passwordFile }, signal)) return read({ ...remote, passwordFile });
      throw new Refusal('target-foreign');
    });
  } finally {
    await open.close();
  }
}
