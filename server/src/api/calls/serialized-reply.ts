import { createHash } from 'node:crypto';
import { ok } from '@sitedeck/contract';

/** A serialized reply. */
export class SerializedReply {
  private tag: string | undefined = undefined;

  constructor(readonly text: string) {}

  /** Depends only on the text, so every process computes the same tag for it. */
  get etag(): string {
    this.tag ??= `"${createHash('sha1').update(this.text).digest('base64url')}"`;
    return this.tag;
  }
}

const serializedReplies = new WeakMap<object, SerializedReply>();

/** Marks a result that never changes and is returned repeatedly, so that it is serialized only once. */
export function serializeOnce<T extends object>(result: T): T {
  serializedReplies.set(result, new SerializedReply(JSON.stringify(ok(result))));
  return result;
}

/** The serialized envelope of a result that `serializeOnce` marked; undefined for any other result. */
export const serializedReplyOf = (result: unknown): SerializedReply | undefined =>
  typeof result === 'object' && result !== null ? serializedReplies.get(result) : undefined;
