import { BASE_ENV, marked, type Command } from '../exec';
import type { ResticEngine } from './engine';

/** One encrypted repository, as programs are told of it. */
export interface Repository {
  readonly engine: ResticEngine;
  /** Folder; of a target its address, which may be a secret and so is no argument. */
  readonly at: string;
  /** Root's alone: a password is never an argument nor in an environment. */
  readonly passwordFile: string;
  readonly cache: string;
  /** Unfinished packs lie here, not on everybody's disk. */
  readonly temp: string;
  /** Of targets: their keys, and what leads there. */
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
}

/** `json` for those whose output is read line by line. */
export function resticCommand(
  { engine, passwordFile, cache, options = [] }: Repository,
  args: readonly string[],
): Command {
  const [file, ...rest] = [...engine.gently, engine.file];
  const own = ['--password-file', passwordFile, '--cache-dir', cache];
  return { file, args: [...rest, ...own, ...options, ...args] };
}

/** The whole environment of the engine. With our mark: whoever follows a killed worker finds no engine still at work. */
export const resticEnv = ({ at, temp, env }: Repository) =>
  marked({ ...BASE_ENV, ...env, RESTIC_REPOSITORY: at, TMPDIR: temp });

/** Nobody else works in a repository while we look at it: its turns see to that. */
export const LOOKING = ['--no-lock'] as const;

/** By which the snapshots of a point are known again. */
export const pointTag = (point: number): string => `point-${point}`;

/** As it lies on the disk: what the engine keeps beside it may be whole where it is not, or the other way round. */
export const withoutCache = (repository: Repository): Repository => ({
  ...repository,
  options: [...(repository.options ?? []), '--no-cache'],
});
