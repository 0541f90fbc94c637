import { createHash } from 'node:crypto';
import { ok } from '@sitedeck/contract';

/** A serialized reply. */
export class Words {
  private tag: string | undefined = undefined;

  constructor(readonly text: string) {}

  /** Depends only on the text, so every process computes the same tag for it. */
  get etag(): string {
    this.tag ??= `"${createHash('sha1').update(this.text).digest('base64url')}"`;
    return this.tag;
  }
}

const lastingWords = new WeakMap<object, Words>();

/** Marks a result that never changes and is returned repeatedly, so that it is serialized only once. */
export function lasting<T extends object>(result: T): T {
  lastingWords.set(result, new Words(JSON.stringify(ok(result))));
  return result;
}

/** The serialized envelope of a result that `lasting` marked; undefined for any other result. */
export const wordsOf = (result: unknown): Words | undefined =>
  typeof result === 'object' && result !== null ? lastingWords.get(result) : undefined;
