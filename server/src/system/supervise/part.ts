import type { ChildProcess } from 'node:child_process';
import type { Command } from '../exec';
import type { Identity } from '../identity';

/** The first descriptor that a part inherits has this number in it. */
export const FIRST_INHERITED = 3;

/** Numbers that descriptors have in the part which inherits them. */
export const inheritedAs = (descriptors: readonly number[]): readonly number[] =>
  descriptors.map((_, index) => FIRST_INHERITED + index);

/** One process tree the supervisor keeps alive. */
export interface Part {
  readonly name: string;
  /** Name of its pid record, where several parts share a name: what stands before an `@` is that name. */
  readonly record?: string;
  readonly command: Command;
  /** What runs in the end, where the command is a wrapper that becomes it. */
  readonly program?: string;
  readonly identity?: Identity;
  /** A path of ours in its command line, by which it is known again. */
  readonly mark: string;
  /** First line on its standard input, which then stays open while we live; none: no input. */
  readonly input?: string;
  /** What the programs it starts for itself carry as `PART_MARK`; none: those it starts stay in its session. */
  readonly programMark?: string;
  /** Variables beside the plain ones. */
  readonly env?: Readonly<Record<string, string>>;
  /** Asked at every start, after `prepare`: listeners of ours that it gets open, from `FIRST_INHERITED` on. */
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
