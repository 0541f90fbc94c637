import { BASE_ENV, marked, type Command } from '#system/process/exec';
import type { ResticEngine } from './engine';

/** One encrypted repository, as programs are told of it. */
export interface Repository {
  readonly engine: ResticEngine;
  /** Folder; of a target its address, which may be a secret and so is no argument. */
  readonly at: string;
  /** Root's alone: a password is never an argument nor in an environment. */
  readonly passwordFile: string;
  /** Of a target alone: on our own disk what the engine keeps beside a repository saves nothing, and can only be wrong. */
  readonly cache?: string | undefined;
  /** Unfinished packs lie here, not on everybody's disk. */
  readonly temp: string;
  /** Of targets: their keys, and what leads there. */
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  /** What `copy` takes from, and `init` its way of cutting pieces. */
  readonly source?: Repository;
}

/** `json` for those whose output is read line by line. */
export function resticCommand(
  { engine, passwordFile, cache, options = [], source }: Repository,
  args: readonly string[],
): Command {
  const [file, ...rest] = [...engine.gently, engine.file];
  const kept = cache === undefined ? ['--no-cache'] : ['--cache-dir', cache];
  const own = ['--password-file', passwordFile, ...kept, ...options, ...(source?.options ?? [])];
  return { file, args: [...rest, ...own, ...args] };
}

/** The whole environment of the engine. With our mark: whoever follows a killed worker finds no engine still at work. */
export const resticEnv = ({ at, temp, env, source }: Repository) =>
  marked({
    ...BASE_ENV,
    ...env,
    ...source?.env,
    ...(source && { RESTIC_FROM_REPOSITORY: source.at, RESTIC_FROM_PASSWORD_FILE: source.passwordFile }),
    RESTIC_REPOSITORY: at,
    TMPDIR: temp,
  });

/** On a disk of ours what fails once fails always; the engine would try for a quarter of an hour. */
export const isOnOurDisk = ({ at, source }: Repository): boolean =>
  at.startsWith('/') && (source === undefined || isOnOurDisk(source));

/** Nobody else works in a repository while we look at it: its turns see to that. */
export const LOOKING = ['--no-lock'] as const;

/** By which the snapshots of a point are known again. */
export const pointTag = (point: number): string => `point-${point}`;
