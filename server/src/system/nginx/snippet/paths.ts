import type { RuleFault } from '@sitedeck/contract/rule-texts';
import { CLOSED_SOURCES } from './closed-sources';

/**
 * Extensions that are never sent as plain files: those that the server's own locations close, and a few more.
 */
const SOURCE = new RegExp(`\\.(?:${CLOSED_SOURCES}|pht|phps)(?:/|$)`, 'i');

/** Matches regular expressions that aim at scripts. Only for messages: scripts stay protected without it. */
const SPEAKS_OF_SCRIPTS = /(?:\\?\.|\||\(|\]|:)(?:php\d?|phtml|phar|aspx?|ashx|asmx|ascx)(?=$|[^A-Za-z_-])/i;

export const isSource = (path: string): boolean => SOURCE.test(path);
export const mentionsScripts = (pattern: string): boolean => SPEAKS_OF_SCRIPTS.test(pattern);

/** Reports what is wrong with the literal part of a path. Variables in it may be written as `\u0000`. */
export function pathFault(path: string): RuleFault | undefined {
  if (/[\\]|%[0-9a-f]{2}/i.test(path)) return 'path-escaped';
  const segments = path.split('/');
  if (segments.some((segment) => segment === '..' || segment === '.')) return 'path-up';
  if (segments.some((segment) => segment.startsWith('.'))) return 'path-hidden';
  return undefined;
}
