import { escapedForPattern } from './nginx-text';
import { Unconvertible } from './reasons';
import type { Section } from './read-htaccess';
import { alternativesOf } from './uri-pattern';

/** The files that a section applies to. */
export interface FilesScope {
  /** A regular expression for the full path, as nginx compares it. */
  readonly pattern: string;
  /** Extensions, if the section only names extensions. */
  readonly endings: readonly string[];
  readonly scripts: boolean;
}

const SCRIPTS = /^(?:php\d?|phtml|phar|inc|aspx?|ashx|asmx|cs|vb|config|pht|phps)$/;
const ENDINGS = /^(?:\^?\.[*+])?\\?\.\(?(?:\?:)?([\w|?]+)\)?\$?$/;

/** Splits `jpe?g|gif` into jpg, jpeg, gif; undefined for a more complex pattern. */
function endingsOf(pattern: string): string[] | undefined {
  const list = ENDINGS.exec(pattern)?.[1];
  return list?.split('|').flatMap((ending) => {
    const at = ending.indexOf('?');
    if (at < 1) return [ending.toLowerCase()];
    return [ending.slice(0, at - 1) + ending.slice(at + 1), ending.replace('?', '')].map((one) =>
      one.toLowerCase(),
    );
  });
}

/** Converts a wildcard such as `*.css` to an expression. */
function wildcard(text: string): string {
  return `^${escapedForPattern(text).replaceAll('\\*', '[^/]*').replaceAll('\\?', '[^/]')}$`;
}

/** Extends an expression for a file name to the complete path; a script may have path info behind its name. */
function fullPathOf(pattern: string): string {
  const branches = alternativesOf(pattern).map((branch) => {
    const anchored = branch.startsWith('^');
    const ends = /(?:^|[^\\])\$$/.test(branch);
    const inner = branch.slice(anchored ? 1 : 0, ends ? -1 : undefined);
    return `${anchored ? '' : '[^/]*'}${inner}${ends ? '' : '[^/]*'}`;
  });
  return `/${branches.length > 1 ? `(?:${branches.join('|')})` : branches.join('')}(?:/|$)`;
}

export function filesScope({ name, args, text }: Section): FilesScope {
  const regular = name === '<filesmatch' || args[0] === '~';
  const given = args[0] === '~' ? args[1] : args[0];
  if (given === undefined || given === '') throw new Unconvertible('incomplete', text);
  const nocase = /^\(\?i\)/.test(given);
  const pattern = regular ? given.replace(/^\(\?i\)/, '') : wildcard(given);
  const endings =
    endingsOf(regular ? pattern : given.startsWith('*.') ? `\\.${given.slice(2)}$` : pattern) ?? [];
  return {
    pattern: `${nocase ? '(?i)' : ''}${fullPathOf(pattern)}`,
    endings,
    scripts: endings.some((ending) => SCRIPTS.test(ending)) || /php/i.test(given),
  };
}
