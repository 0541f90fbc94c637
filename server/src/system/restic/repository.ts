import { BASE_ENV, withPartMark, type Command } from '#system/process/exec';
import type { ResticEngine } from './engine';

/** What restic needs to open one encrypted repository. */
export interface Repository {
  readonly engine: ResticEngine;
  /** A folder, or the address of a target. An address may hold a secret, so it is never passed as an argument. */
  readonly at: string;
  /** Readable by root alone; the password is never an argument or in the environment. */
  readonly passwordFile: string;
  /** Cache folder for a target. On the local disk a cache saves no time and could be stale. */
  readonly cache?: string | undefined;
  /** Folder for unfinished packs. */
  readonly temp: string;
  /** Credentials of a target, and the proxy that leads to it. */
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  /** The repository that `copy` reads from, and whose chunk boundaries `init` takes over. */
  readonly source?: Repository;
}

export function resticCommand(
  { engine, passwordFile, cache, options = [], source }: Repository,
  args: readonly string[],
): Command {
  const [file, ...rest] = [...engine.lowPriority, engine.file];
  const cacheArgs = cache === undefined ? ['--no-cache'] : ['--cache-dir', cache];
  const own = ['--password-file', passwordFile, ...cacheArgs, ...options, ...(source?.options ?? [])];
  return { file, args: [...rest, ...own, ...args] };
}

/** The complete environment of restic. Its mark lets the next worker end a restic that outlived a killed worker. */
export const resticEnv = ({ at, temp, env, source }: Repository) =>
  withPartMark({
    ...BASE_ENV,
    ...env,
    ...source?.env,
    ...(source && { RESTIC_FROM_REPOSITORY: source.at, RESTIC_FROM_PASSWORD_FILE: source.passwordFile }),
    RESTIC_REPOSITORY: at,
    TMPDIR: temp,
  });

/** On the local disk a failed read fails again, although restic would retry it for a quarter of an hour. */
export const isOnOurDisk = ({ at, source }: Repository): boolean =>
  at.startsWith('/') && (source === undefined || isOnOurDisk(source));

/** For commands that only read: `Repositories` already keeps other work away. */
export const NO_LOCK = ['--no-lock'] as const;

/** The tag that links snapshots to their point. */
export const pointTag = (point: number): string => `point-${point}`;

/** A pattern that matches one path exactly: restic takes patterns wherever it asks for paths. */
export const exactPattern = (path: string): string => path.replace(/[\\*?[\]]/g, '\\$&');
