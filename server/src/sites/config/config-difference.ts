import type { ConfigDifference, SiteConfig } from '@sitedeck/contract';

/** Longest value shown, characters. */
const SHOWN_MAX = 2000;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const isRecord = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, SHOWN_MAX);

/** Writes each entry of a list on its own line, so that two lists can be compared. */
const lines = (value: Json): string =>
  Array.isArray(value)
    ? value
        .map((part: Json) => shown(part))
        .join('\n')
        .slice(0, SHOWN_MAX)
    : shown(value);

function compare(field: string, before: Json | undefined, after: Json | undefined): ConfigDifference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => compare(field ? `${field}.${key}` : key, before[key], after[key]));
  }
  const shown = (value: Json | undefined) =>
    value === undefined || value === null ? undefined : lines(value);
  const [old, now] = [shown(before), shown(after)];
  return [{ field, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }];
}

/** The differences between two documents, field by field; a list is compared as one value. */
export const configDifferences = (before: SiteConfig, after: SiteConfig): ConfigDifference[] =>
  compare('', before, after);
