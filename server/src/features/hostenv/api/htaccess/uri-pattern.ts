import { escapedForPattern } from './nginx-text';
import { Unconvertible } from './reasons';

export interface PatternShape {
  readonly groups: number;
  /** Whether it has a `|` outside of all groups. */
  readonly hasChoice: boolean;
}

interface PatternWalk {
  groups: number;
  depth: number;
  inClass: boolean;
  /** Positions of each `|` outside of all groups. */
  readonly choices: number[];
}

function step(walked: PatternWalk, pattern: string, at: number): void {
  const char = pattern[at];
  if (walked.inClass) {
    walked.inClass = char !== ']' || /\[\^?$/.test(pattern.slice(Math.max(0, at - 2), at));
    return;
  }
  if (char === '[') walked.inClass = true;
  else if (char === '(') {
    walked.depth += 1;
    if (pattern[at + 1] !== '?') walked.groups += 1;
  } else if (char === ')') walked.depth -= 1;
  else if (char === '|' && walked.depth === 0) walked.choices.push(at);
}

function walk(pattern: string): PatternWalk {
  const walked: PatternWalk = { groups: 0, depth: 0, inClass: false, choices: [] };
  let at = 0;
  for (; at < pattern.length && walked.depth >= 0; at += 1) {
    if (pattern[at] === '\\') at += 1;
    else step(walked, pattern, at);
  }
  if (walked.depth !== 0 || walked.inClass || at > pattern.length)
    throw new Unconvertible('pattern', pattern);
  return walked;
}

/** Analyses a regular expression without running it. Throws if a bracket is left open. */
export function shapeOf(pattern: string): PatternShape {
  const { groups, choices } = walk(pattern);
  return { groups, hasChoice: choices.length > 0 };
}

/** The alternatives between `|` outside of groups. */
export function alternativesOf(pattern: string): string[] {
  const ends = [...walk(pattern).choices, pattern.length];
  return ends.map((end, index) => pattern.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end));
}

export interface UriPattern {
  /** For the full path in nginx; starts with `^` and has no `|` outside of groups. */
  readonly text: string;
  readonly groups: number;
  /** Whether it matches every path below the folder. */
  readonly matchesAll: boolean;
  /** The number of the group that captures `$0`; then all other groups are one higher. */
  readonly shift: 0 | 1;
}

interface PatternOptions {
  /** Folder of the file: Apache removes it from the path before it compares. */
  readonly base: string;
  /** Whether the rules are written for a server configuration, where the path keeps its first slash. */
  readonly matchesFullPath: boolean;
  readonly nocase: boolean;
  readonly captureAll: boolean;
}

const EVERYTHING = /^\^?(?:|\(?\.\*\)?|\(\.\*\))\$?$/;

/** The text between folder and expression: nothing, or any text if the expression has no `^`. */
const leadOf = (anchored: boolean, body: string): string =>
  anchored || /^\(?\.[*+]/.test(body) ? '' : '.*?';

function bodyOf(body: string, hasChoice: boolean, captureAll: boolean): string {
  if (captureAll) return `(${body})`;
  return hasChoice ? `(?:${body})` : body;
}

/** Extends an expression for the path inside a folder to the complete path. */
export function uriPattern(given: string, options: PatternOptions): UriPattern {
  const [, flag = '', pattern = ''] = /^((?:\(\?i\))?)([\s\S]*)$/.exec(given) ?? [];
  const { groups, hasChoice } = shapeOf(pattern);
  const slash = options.matchesFullPath && /^\^?\/(?!\?)/.test(pattern);
  const base = slash ? '' : escapedForPattern(options.base);
  const anchored = pattern.startsWith('^') && !hasChoice;
  const body = anchored ? pattern.slice(1) : pattern;
  const matchesAll = EVERYTHING.test(pattern);
  const bare = matchesAll && groups === 0 && !options.captureAll;
  const inner = `${leadOf(anchored, body)}${bodyOf(body, hasChoice, options.captureAll)}`;
  return {
    text: `${options.nocase || flag !== '' ? '(?i)' : ''}^${base}${bare ? '' : inner}`,
    groups,
    matchesAll: matchesAll && options.base === '/',
    shift: options.captureAll ? 1 : 0,
  };
}

/** Adds a lookahead that the same path must match, too. */
export const withLookahead = (text: string, ahead: string): string =>
  text.replace(/^((?:\(\?i\))?)\^/, (_match, flag: string) => `${flag}^${ahead}`);
