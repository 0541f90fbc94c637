import type { LogRecord } from '@sitedeck/contract';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Fact {
  readonly name: string;
  readonly value: unknown;
}

export interface Change {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Changed values: one line for each name on either side. */
export function changesOf({ detail }: Pick<LogRecord, 'detail'>): readonly Change[] {
  const [before, after] = [detail['before'], detail['after']];
  const [old, now] = [isFields(before) ? before : {}, isFields(after) ? after : {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.map((name) => ({ name, before: old[name], after: now[name] }));
}

/** Other logged values. */
export const factsOf = ({ detail }: Pick<LogRecord, 'detail'>): readonly Fact[] =>
  Object.entries(detail)
    .filter(([name, value]) => !((name === 'before' || name === 'after') && isFields(value)))
    .map(([name, value]) => ({ name, value }));
