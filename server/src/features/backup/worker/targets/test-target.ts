import type { HostCode, TargetPlace } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { addKey, dropOtherKeys } from '#system/restic/keys';
import type { Repository } from '#system/restic/repository';
import { EngineRefusal } from '#system/restic/restic-fault';
import { runRestic } from '#system/restic/run-restic';
import { checkedAddress, type Networks } from '#system/restic/target/addresses';
import { scanKeys } from '#system/restic/target/host-key';
import { openTarget } from '#system/restic/target/open-target';
import type { BackupWork } from '../backup-work';

/** Whoever tries a target waits this long at most, ms. */
const PATIENCE_MS = 60_000;

/** What the engine says before what went wrong. */
const PREFACE = /^(restic: )?(Fatal: )?(create repository at \S+ failed: )?/;
const OWN_DOOR = /https?:\/\/127\.0\.0\.1:\d+\/\S*/g;

function saidOf(error: unknown): string {
  if (error instanceof EngineRefusal) return error.said;
  return error instanceof Error ? error.message : '';
}

/** What went wrong at a target, for its owner: the last of what the engine said. */
export function targetFault(error: unknown): Refusal {
  if (isRefusal(error) && !['backup-damaged', 'backup-config-lost', 'disk-full'].includes(error.reason))
    return error;
  const why =
    saidOf(error)
      .split('\n')
      .findLast((line) => line.trim() !== '') ?? '';
  // An address of our own door in it says nothing to anybody.
  return new Refusal('target-unreachable', {
    values: { why: why.replace(PREFACE, '').replace(OWN_DOOR, '').slice(0, 200) },
  });
}

/** Opens the repository at a target, or makes it there with the pieces cut as they are here. */
async function ensureThere(there: Repository, local: Repository, signal: AbortSignal): Promise<void> {
  const isThere = await runRestic(there, { args: ['cat', '--no-lock', 'config'], signal }).then(
    () => true,
    (error: unknown) => {
      if (signal.aborted || (isRefusal(error) && error.reason === 'backup-key-wrong')) throw error;
      return false;
    },
  );
  if (isThere) return;
  const from = ['--from-repo', local.at, '--from-password-file', local.passwordFile];
  await runRestic(there, { args: ['init', '--copy-chunker-params', ...from], signal });
}

/**
 * As `ensureThere`; a copy that was out of reach while the host's key was changed is opened with one from before, and gets
 * the one in force.
 */
export async function ensureOpens(
  work: BackupWork,
  { hostCode, there, local }: { readonly hostCode: HostCode; there: Repository; local: Repository },
  signal: AbortSignal,
): Promise<void> {
  try {
    await ensureThere(there, local, signal);
  } catch (error) {
    if (!isWrongKey(error)) throw error;
    await work.repositories.withFormerKeys(hostCode, async (passwordFiles) => {
      for (const passwordFile of passwordFiles)
        if (await takesKey({ ...there, passwordFile }, local, signal)) return dropOtherKeys(there, signal);
      throw error;
    });
  }
}

const isWrongKey = (error: unknown): boolean => isRefusal(error) && error.reason === 'backup-key-wrong';

/** Whether it opened, and has the key in force from now on. */
const takesKey = (there: Repository, { passwordFile }: Repository, signal: AbortSignal): Promise<boolean> =>
  addKey(there, { passwordFile, signal }).then(
    () => true,
    (error: unknown) => {
      if (isWrongKey(error)) return false;
      throw error;
    },
  );

type Tested = { is: 'works' } | { is: 'confirm-key'; fingerprint: string };

const withPatience = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);

async function shownKey(
  { host, port }: { readonly host: string; readonly port: number },
  networks: Networks,
  signal: AbortSignal,
): Promise<Tested> {
  const [key] = await scanKeys({ address: await checkedAddress(host, networks, signal), port }, signal);
  return { is: 'confirm-key', fingerprint: key?.fingerprint ?? '' };
}

/** Whether a place can take copies. */
export async function testTarget(
  work: BackupWork,
  { hostCode, place }: { readonly hostCode: HostCode; readonly place: TargetPlace },
  signal: AbortSignal,
): Promise<Tested> {
  const orFault = (error: unknown): never => {
    throw targetFault(error);
  };
  if (place.is === 'sftp' && place.fingerprint === undefined)
    return shownKey(place, work, withPatience(signal)).catch(orFault);
  // Makes the host's own repository where there is none yet: the copy has its key.
  return work.repositories.use(hostCode, async (local) => {
    const limit = withPatience(signal);
    const opening = { local, networks: work, heard: () => undefined, signal: limit };
    const target = await openTarget(place, opening).catch(orFault);
    try {
      await ensureOpens(work, { hostCode, there: target.repository, local }, limit);
      return { is: 'works' as const };
    } catch (error) {
      return orFault(error);
    } finally {
      await target.close();
    }
  });
}
