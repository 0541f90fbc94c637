import type { CallReply } from '@sitedeck/contract';
import type { ChildBodies } from '#files/link/child-messages';
import type { FILE_VERBS, FileVerb } from '#files/link/protocol';
import type { JsonText } from '#system/streams/json-text';
import type { Disk } from './disk';

/** What a verb gets besides its body. */
export interface VerbContext {
  readonly disk: Disk;
  readonly signal: AbortSignal;
}

/** The function that answers a call of the contract, with the call's name and types. */
export type Verb<V extends FileVerb> = (
  body: ChildBodies[V],
  context: VerbContext,
) => Promise<CallReply<(typeof FILE_VERBS)[V]>>;

/** The same for a reply that is text already. */
export type TextVerb<V extends FileVerb> = (body: ChildBodies[V], context: VerbContext) => Promise<JsonText>;

/** Sends events of a call: many at a time, and no faster than the receiver reads them. */
export interface EventSender {
  readonly progress: (value: unknown) => void;
  /** Settles when the receiver has read what was sent. */
  readonly taken: () => Promise<void>;
  readonly signal: AbortSignal;
}

export interface StreamControl extends EventSender {
  readonly disk: Disk;
}
