import type { ChildProcess, Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';

/** Number of the first inherited descriptor in a part. */
export const FIRST_INHERITED = 3;

/** Numbers of inherited descriptors in the part. */
export const inheritedAs = (descriptors: readonly number[]): readonly number[] =>
  descriptors.map((_, index) => FIRST_INHERITED + index);

/** One process tree the supervisor keeps alive. */
export interface Part {
  readonly name: string;
  /** Name of its pid record, if several parts share a name; the shared name precedes the `@`. */
  readonly record?: string;
  readonly command: Command;
  /** The program that finally runs, if the command is a wrapper that execs it. */
  readonly program?: string;
  readonly identity?: Identity;
  /** A path of ours in its command line, by which it is known again. */
  readonly mark: string;
  /** First line on its standard input, which then stays open while we live; none: no input. */
  readonly input?: string;
  /** `PART_MARK` of the programs it starts for itself; undefined if those stay in its session. */
  readonly programMark?: string;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called at every start, after `prepare`: our descriptors that it inherits, from `FIRST_INHERITED` on. */
  readonly descriptors?: () => readonly number[];
  /** Before every start: what a killed predecessor left. */
  readonly prepare?: () => Promise<void>;
  readonly isHealthy: () => Promise<boolean>;
  /** Ends it in order. */
  readonly stopSignal: NodeJS.Signals;
  readonly stopMs: number;
}

export type PartState =
  | { readonly is: 'stopped' }
  | { readonly is: 'starting'; readonly child: ChildProcess }
  | { readonly is: 'running'; readonly child: ChildProcess }
  | { readonly is: 'waiting' };
