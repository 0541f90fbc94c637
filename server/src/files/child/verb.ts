import type { Disk } from './disk';

/** What the verbs take besides their body. */
export interface VerbContext {
  readonly disk: Disk;
  readonly signal: AbortSignal;
}

export type Verb<Body, Reply> = (body: Body, context: VerbContext) => Promise<Reply>;
