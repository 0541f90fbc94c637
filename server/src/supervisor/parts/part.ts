import type { ChildProcess, Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';

/** Number of the first inherited descriptor in a part. */
export const FIRST_INHERITED = 3;

/** Numbers of inherited descriptors in the part. */
export const inheritedAs = (descriptors: readonly number[]): readonly number[] =>
  descriptors.map((_, index) => FIRST_INHERITED + index);

/** A process that the supervisor keeps running, with its descendants. */
export interface Part {
  readonly name: string;
  readonly command: Command;
  readonly identity?: Identity;
  /** A path of the product in its command line, which identifies it after a restart of the supervisor. */
  readonly mark: string;
  /** First line on its standard input, which stays open while the supervisor lives; undefined: the input is empty. */
  readonly input?: string;
  /** `PART_MARK` of the programs it starts for itself; undefined if those stay in its session. */
  readonly programMark?: string;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called at every start, after `prepare`: our descriptors that it inherits, from `FIRST_INHERITED` on. */
  readonly descriptors?: () => readonly number[];
  /** Runs before every start, for example to remove files of a killed predecessor. */
  readonly prepare?: () => Promise<void>;
  readonly isHealthy: () => Promise<boolean>;
  /** Signal of an orderly shutdown; SIGKILL follows after `stopMs`. */
  readonly stopSignal: NodeJS.Signals;
  readonly stopMs: number;
}

export type PartState =
  | { readonly is: 'stopped' }
  | { readonly is: 'starting'; readonly child: ChildProcess }
  | { readonly is: 'running'; readonly child: ChildProcess }
  | { readonly is: 'waiting' };
