import { Refusal } from '#faults/refusal';
import { isOnOurDisk, type Repository } from './repository';
import { mentionsFile, withoutFileNames } from './restic-output';

type Reason =
  'backup-key-wrong' | 'backup-repository-busy' | 'disk-full' | 'backup-config-lost' | 'backup-damaged';

/** Messages of restic and the reason that each stands for; the first match decides. */
const REASONS: readonly (readonly [RegExp, Reason | undefined])[] = [
  [/wrong password or no key found/i, 'backup-key-wrong'],
  [/repository is already locked|unable to create lock/i, 'backup-repository-busy'],
  [/no space left on device|disk quota exceeded/i, 'disk-full'],
  // The machine lacks resources: the repository may be intact, and a repair must not give up its points.
  [/too many open files|cannot allocate memory|out of memory|resource temporarily unavailable/i, undefined],
  [
    /unable to open config file|config file has zero size|config cannot be loaded|config or key .* is damaged|Fatal: Unmarshal:|Load\(<config\//i,
    'backup-config-lost',
  ],
  [
    /returned error, retrying after|ciphertext verification failed|invalid data returned|unexpected EOF|does not match|not found in (the )?(index|repository)|file does not exist|unable to load (index|tree)|no such file or directory.*(data|index|snapshots)\/|hash mismatch|StreamPack|ReadFull|blob .* not found|unknown blob|no matching ID|repository contains errors|decoding .* failed|corrupted/i,
    'backup-damaged',
  ],
];

/** Printed before restic retries a failed read. */
const RETRYING = /returned error, retrying after/;

/** Whether restic retries a read that can't succeed: on the local disk, a failed read fails again. */
export const retriesInVain = (repository: Repository, stderr: string): boolean =>
  isOnOurDisk(repository) && RETRYING.test(withoutFileNames(stderr));

/**
 * Like `retriesInVain`, for text after a line that names a file. The match may be part of a file name, but a file has
 * failed by then in any case, and the cause is checked afterwards.
 */
export const retriesInVainAfterFileName = (repository: Repository, stderr: string): boolean =>
  isOnOurDisk(repository) && mentionsFile(stderr) && RETRYING.test(stderr);

/** A refusal with restic's own message, for callers that know more about the cause, such as a target's server. */
export class ResticRefusal extends Refusal {
  constructor(
    reason: Reason,
    readonly stderr: string,
  ) {
    super(reason);
  }
}

const endOf = (stderr: string): string => stderr.trim().slice(-2000);

/** restic was ended by a signal, which says nothing about the repository. */
export class ResticKilled extends Error {
  constructor() {
    super('restic was killed');
  }
}

/** Some files failed. The causes stand between their names in stderr and can't be distinguished from them. */
export class FilesFailed extends Error {}

/** Names a failure of restic; an unknown one becomes an error with restic's message. */
function resticFault(stderr: string): Error {
  const messages = withoutFileNames(stderr);
  const reason = REASONS.find(([pattern]) => pattern.test(messages))?.[1];
  if (reason !== undefined) return new ResticRefusal(reason, endOf(stderr));
  const message = `restic: ${endOf(stderr)}`;
  return mentionsFile(stderr) ? new FilesFailed(message) : new Error(message);
}

/** The failure of a restic that exited with an error, or that we killed because of what it printed. */
export function exitFault(code: number | null, stderr: string, repository: Repository): Error {
  const killedByUs = retriesInVain(repository, stderr) || retriesInVainAfterFileName(repository, stderr);
  if (code === null && !killedByUs) return new ResticKilled();
  return resticFault(stderr || `ended with ${code}`);
}
