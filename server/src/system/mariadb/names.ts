import type { HostCode } from '@sitedeck/contract';

/** Name of the database of a host, and of its user. */
export const databaseOf = (hostCode: HostCode): string => `u_${hostCode}`;

/** The role that owns the routines of a host's user, from wherever that user signs in. */
export const ownerRoleOf = (user: string): string => `own_${user}`;

/** Databases beside that of a host while another state takes its place: what comes, and what goes. */
export const incomingOf = (database: string): string => `in_${database}`;
export const outgoingOf = (database: string): string => `out_${database}`;

/** An identifier of any kind. The engine has no escape for NUL, and takes none. */
export function quoteName(name: string): string {
  if (name.includes('\0') || name === '') throw new Error('No name for the engine');
  return `\`${name.replaceAll('`', '``')}\``;
}

/** `database`.`object`. */
export const quotePath = (database: string, name: string): string =>
  `${quoteName(database)}.${quoteName(name)}`;

/** In GRANT the name of a database is a pattern, where `_` and `%` stand for others: `a_b` would open `axb`. */
export const quotePattern = (database: string): string =>
  quoteName(database.replace(/[\\_%]/g, (sign) => `\\${sign}`));

/** A text between quotes, for statements that take no parameters. */
export function quoteText(text: string): string {
  if (text.includes('\0')) throw new Error('No text for the engine');
  return `'${text.replace(/[\\']/g, (sign) => `\\${sign}`)}'`;
}
