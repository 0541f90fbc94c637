import type { LogRecord } from './log';

type Fields = Readonly<Record<string, unknown>>;
type LogDetail = Pick<LogRecord, 'detail'>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface LogFact {
  readonly name: string;
  readonly value: unknown;
}

export interface LogChange {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Values of nested records get the path as their name: `schedule.at`. */
function flat(value: unknown, path = ''): Fields {
  if (!isFields(value)) return path === '' ? {} : { [path]: value };
  const inner = Object.entries(value).map(([name, part]) =>
    flat(part, path === '' ? name : `${path}.${name}`),
  );
  return Object.fromEntries(inner.flatMap((fields) => Object.entries(fields)));
}

/** Values that an operation changed: one line for each name on either side. */
export function logChanges({ detail }: LogDetail): readonly LogChange[] {
  const [old, now] = [flat(detail['before']), flat(detail['after'])];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names
    .map((name) => ({ name, before: old[name], after: now[name] }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

/** The other logged values. */
export const logFacts = ({ detail }: LogDetail): readonly LogFact[] =>
  Object.entries(detail)
    .filter(([name, value]) => !((name === 'before' || name === 'after') && isFields(value)))
    .map(([name, value]) => ({ name, value }));
