import type { Locale } from '@sitedeck/contract';

export type Catalogue = Readonly<Record<string, string>>;

/** A plural has two keys, `files_one` and `files_other`, and is requested as `files`. */
type Asked<Key> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

/** Texts of one feature in both languages. `Key` lists the keys that may be requested. */
export interface Texts<Key extends string = string> {
  readonly namespace: string;
  readonly catalogues: Readonly<Record<Locale, Catalogue>>;
  /** Only a type: the keys that may be requested. */
  readonly keys?: Key;
}

const known = new Map<string, Texts>();

/**
 * Registers a feature's texts for every mount of this page. Call it once, at module level, beside the
 * catalogues; a repeated call (live reload, a newer version of a remote) replaces the older texts.
 */
export function addTexts<const Chinese extends Catalogue>(
  namespace: string,
  catalogues: { readonly 'zh-CN': Chinese; readonly 'en-US': Catalogue },
): Texts<Asked<keyof Chinese & string>> {
  const texts = { namespace, catalogues };
  known.set(namespace, texts);
  return texts;
}

export const findTexts = (namespace: string): Texts | undefined => known.get(namespace);
