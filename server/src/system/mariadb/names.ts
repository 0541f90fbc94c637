import type { HostCode } from '@sitedeck/contract';

/** Name of a host's database, and of its user. */
export const databaseOf = (hostCode: HostCode): string => `u_${hostCode}`;

/** The role that owns the routines of a host's user, whichever account created them. */
export const ownerRoleOf = (user: string): string => `own_${user}`;

/** Side databases of a swap: incoming tables wait in one, outgoing tables go to the other. */
export const incomingOf = (database: string): string => `in_${database}`;
export const outgoingOf = (database: string): string => `out_${database}`;

/** A quoted identifier. The engine can't escape NUL, so this refuses it. */
export function quoteName(name: string): string {
  if (name.includes('\0') || name === '') throw new Error('No name for the engine');
  return `\`${name.replaceAll('`', '``')}\``;
}

/** `database`.`object`. */
export const quotePath = (database: string, name: string): string =>
  `${quoteName(database)}.${quoteName(name)}`;

/**
 * GRANT takes a database name as a pattern, where `_` and `%` match any character: `a_b` would also open
 * `axb`.
 */
export const quotePattern = (database: string): string =>
  quoteName(database.replace(/[\\_%]/g, (sign) => `\\${sign}`));

/** A quoted text, for statements that take no parameters. */
export function quoteText(text: string): string {
  if (text.includes('\0')) throw new Error('No text for the engine');
  return `'${text.replace(/[\\']/g, (sign) => `\\${sign}`)}'`;
}
