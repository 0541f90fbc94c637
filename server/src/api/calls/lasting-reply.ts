import { createHash } from 'node:crypto';
import { ok } from '@sitedeck/contract';

/** A reply in words. */
export class Words {
  private tag: string | undefined = undefined;

  constructor(readonly text: string) {}

  /** Names the content: equal words have equal tags, whichever process made them. */
  get etag(): string {
    this.tag ??= `"${createHash('sha1').update(this.text).digest('base64url')}"`;
    return this.tag;
  }
}

const lastingWords = new WeakMap<object, Words>();

/** Marks a result that is handed out again and never changes: it is put into words once. */
export function lasting<T extends object>(result: T): T {
  lastingWords.set(result, new Words(JSON.stringify(ok(result))));
  return result;
}

/** The envelope of a lasting result; undefined for any other. */
export const wordsOf = (result: unknown): Words | undefined =>
  typeof result === 'object' && result !== null ? lastingWords.get(result) : undefined;
