import {
  CDN_PATH_MAX,
  CDN_PATH_PATTERN,
  CDN_STATUSES,
  CDN_SUFFIX_PATTERN,
  CDN_SUFFIXES_MAX,
  type CdnMatch,
  type CdnRule,
} from '@sitedeck/contract';
import { choiceOf, secondsOf, type TimeChoice } from './cache-time';
import { typedWords } from './typed-words';

export type CdnStatus = (typeof CDN_STATUSES)[number];

/** A rule as its dialog holds it. */
export interface RuleForm {
  readonly is: CdnMatch['is'];
  readonly path: string;
  readonly suffixes: string;
  readonly statuses: readonly CdnStatus[];
  readonly edge: TimeChoice;
  readonly browser: TimeChoice;
  readonly cachesPrivate: boolean;
}

export type RuleProblem = 'path' | 'suffix' | 'suffixes' | 'status' | 'edge' | 'browser';

const EDGE_SECONDS = 7 * 86_400;
const BROWSER_SECONDS = 3600;

export function formOf(rule: CdnRule | undefined): RuleForm {
  const match = rule?.match;
  return {
    is: match?.is ?? 'suffix',
    path: match?.is === 'path' ? match.path : '',
    suffixes: match?.is === 'suffix' ? match.suffixes.join(', ') : '',
    statuses: match?.is === 'status' ? match.statuses : [],
    edge: choiceOf(rule ? rule.edgeSeconds : EDGE_SECONDS, EDGE_SECONDS),
    browser: choiceOf(rule?.browserSeconds ?? null, BROWSER_SECONDS),
    cachesPrivate: rule?.cachesPrivate ?? false,
  };
}

/** `*.JPG` and `.jpg` as `jpg`. */
const suffixOf = (word: string): string => word.toLowerCase().replace(/^\*?\./, '');

function matchOf(form: RuleForm): CdnMatch | RuleProblem {
  switch (form.is) {
    case 'path': {
      const path = form.path.trim();
      return path.length <= CDN_PATH_MAX && CDN_PATH_PATTERN.test(path) ? { is: 'path', path } : 'path';
    }
    case 'suffix': {
      const suffixes = [...new Set(typedWords(form.suffixes).map(suffixOf))];
      if (suffixes.length > CDN_SUFFIXES_MAX) return 'suffixes';
      const fits = suffixes.length > 0 && suffixes.every((suffix) => CDN_SUFFIX_PATTERN.test(suffix));
      return fits ? { is: 'suffix', suffixes } : 'suffix';
    }
    case 'status': {
      const statuses = CDN_STATUSES.filter((status) => form.statuses.includes(status));
      return statuses.length > 0 ? { is: 'status', statuses } : 'status';
    }
  }
}

/** Parses a form; returns a rule with this id or the first mistake. */
export function ruleOf(form: RuleForm, id: number): CdnRule | RuleProblem {
  const match = matchOf(form);
  if (typeof match === 'string') return match;
  const edgeSeconds = secondsOf(form.edge);
  if (edgeSeconds === undefined) return 'edge';
  const browserSeconds = secondsOf(form.browser);
  if (browserSeconds === undefined) return 'browser';
  // Without a cache time there are no private replies to cache.
  return { id, match, edgeSeconds, browserSeconds, cachesPrivate: edgeSeconds !== 0 && form.cachesPrivate };
}

const ID_MAX = 999_999;

/** An id that neither a current rule nor an earlier one in the statistics has. */
export function freeId(used: readonly number[]): number {
  const next = Math.max(0, ...used) + 1;
  if (next <= ID_MAX) return next;
  const taken = new Set(used);
  let id = 1;
  while (taken.has(id)) id += 1;
  return id;
}
