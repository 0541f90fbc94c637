import { Refusal } from '#faults/refusal';
import { namesFile, ownWords } from './own-words';
import { isOnOurDisk, type Repository } from './repository';

type Reason =
  'backup-key-wrong' | 'backup-repository-busy' | 'disk-full' | 'backup-config-lost' | 'backup-damaged';

/** What the engine says, and what that is to us. The first that fits. */
const SAID: readonly (readonly [RegExp, Reason | undefined])[] = [
  [/wrong password or no key found/i, 'backup-key-wrong'],
  [/repository is already locked|unable to create lock/i, 'backup-repository-busy'],
  [/no space left on device|disk quota exceeded/i, 'disk-full'],
  // The machine's own: what it could not read then may be whole, and a repair must not give it up.
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

/** It says so before it tries again what has failed. */
const RETRYING = /returned error, retrying after/;

/** Fails for good. */
export const isLost = (repository: Repository, said: string): boolean =>
  isOnOurDisk(repository) && RETRYING.test(ownWords(said));

/**
 * The same said after a line that named a file: it may stand in another's name, but what is brought back has failed by
 * then, and what it failed of is asked for afterwards.
 */
export const isHopeless = (repository: Repository, said: string): boolean =>
  isOnOurDisk(repository) && namesFile(said) && RETRYING.test(said);

/** What the engine said in its own words is for whoever knows better what it was about: an owner's server, say. */
export class EngineRefusal extends Refusal {
  constructor(
    reason: Reason,
    readonly said: string,
  ) {
    super(reason);
  }
}

const endOf = (said: string): string => said.trim().slice(-2000);

/** Ended by a signal, by whomever: that says nothing about what it was reading. */
export class EngineKilled extends Error {
  constructor() {
    super('restic was killed');
  }
}

/** Some files failed; what befell them stands between their names, and is not to be told from those. */
export class FilesFailed extends Error {}

/** A failure of the engine in our words; what nobody has foreseen stays an error with its own. */
function resticFault(said: string): Error {
  const words = ownWords(said);
  const reason = SAID.find(([pattern]) => pattern.test(words))?.[1];
  if (reason !== undefined) return new EngineRefusal(reason, endOf(said));
  const told = `restic: ${endOf(said)}`;
  return namesFile(said) ? new FilesFailed(told) : new Error(told);
}

/** Of an engine that ended badly, or was ended by us for what it said. */
export function endedFault(code: number | null, said: string, repository: Repository): Error {
  const isOurs = isLost(repository, said) || isHopeless(repository, said);
  if (code === null && !isOurs) return new EngineKilled();
  return resticFault(said || `ended with ${code}`);
}
