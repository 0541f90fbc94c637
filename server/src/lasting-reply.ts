import { ok } from '@sitedeck/contract';

const texts = new WeakMap<object, string>();

/** Marks a result that is handed out again and never changes: it is put into words once. */
export function lasting<T extends object>(result: T): T {
  texts.set(result, JSON.stringify(ok(result)));
  return result;
}

/** The envelope of a lasting result as JSON; undefined for any other. */
export const lastingText = (result: unknown): string | undefined =>
  typeof result === 'object' && result !== null ? texts.get(result) : undefined;
