/** Names of fields whose values never belong in a log. */
const SECRET =
  /pass(word|wd|phrase)|secret|token|cookie|authorization|verify|captcha|private.?key|one.?time/i;

const HIDDEN = '••••••';

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRET.test(name) ? HIDDEN : cleaned(inner)]),
  );
}

/** Removes the values of fields that are named like a secret, at any depth. */
export const withoutSecrets = (
  detail: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => cleaned(detail) as Readonly<Record<string, unknown>>;
