import { readDomain, type DomainRefusal } from '@sitedeck/contract';

/** One typed domain, parsed. */
export type TypedLine =
  | {
      readonly is: 'ok';
      readonly typed: string;
      /** Stored form. */
      readonly name: string;
      readonly shown: string;
    }
  | { readonly is: 'refused'; readonly typed: string; readonly why: DomainRefusal | 'repeated' };

/** Parses domains that are typed one per line; commas and semicolons separate them too. Skips empty lines. */
export function readLines(typed: string): readonly TypedLine[] {
  const seen = new Set<string>();
  return typed
    .split(/[\r\n,;，；、]+/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text): TypedLine => {
      const reading = readDomain(text);
      if (reading.is === 'refused') return { is: 'refused', typed: text, why: reading.why };
      const { name, shown } = reading;
      if (seen.has(name)) return { is: 'refused', typed: text, why: 'repeated' };
      seen.add(name);
      return { is: 'ok', typed: text, name, shown };
    });
}
