import type { Word } from './lex';

/** The parts of an `if ( … )`, before they are checked. */
export type Condition =
  | { readonly is: 'filled'; readonly subject: Word }
  | { readonly is: 'equals'; readonly subject: Word; readonly negated: boolean; readonly value: Word }
  | {
      readonly is: 'matches';
      readonly subject: Word;
      readonly operator: '~' | '~*' | '!~' | '!~*';
      readonly pattern: Word;
    }
  | { readonly is: 'file'; readonly operator: string; readonly subject: Word };

const MATCHING = ['~', '~*', '!~', '!~*'] as const;

function withoutFirst(word: Word): Word | undefined {
  if (word.quoted || !word.text.startsWith('(')) return undefined;
  const column = word.column + 1;
  return {
    ...word,
    column,
    text: word.text.slice(1),
    pattern: word.pattern.slice(1),
    raw: word.raw.slice(1),
  };
}

function withoutLast(word: Word): Word | undefined {
  if (word.quoted || !word.text.endsWith(')')) return undefined;
  const [text, pattern, raw] = [word.text, word.pattern, word.raw].map((part) => part.slice(0, -1));
  return text === undefined || pattern === undefined || raw === undefined
    ? undefined
    : { ...word, text, pattern, raw };
}

const isThere = (word: Word): boolean => word.quoted || word.text !== '';

/** The words between the parentheses, which may be separate or touch their neighbours. */
function inner(args: readonly Word[]): readonly Word[] | undefined {
  const [first] = args;
  const opened = first && withoutFirst(first);
  if (!opened) return undefined;
  const words = [opened, ...args.slice(1)];
  const last = words.at(-1);
  const closed = last && withoutLast(last);
  return closed && [...words.slice(0, -1), closed].filter(isThere);
}

/** Reads it like nginx (`ngx_http_rewrite_if_condition`); undefined if nginx would refuse it. */
export function readCondition(args: readonly Word[]): Condition | undefined {
  const [first, second, third, ...more] = inner(args) ?? [];
  if (!first || more.length > 0) return undefined;
  if (/^!?-[fdex]$/.test(first.text))
    return second && !third ? { is: 'file', operator: first.text, subject: second } : undefined;
  if (!first.text.startsWith('$')) return undefined;
  if (!second) return { is: 'filled', subject: first };
  if (!third) return undefined;
  if (second.text === '=' || second.text === '!=')
    return { is: 'equals', subject: first, negated: second.text === '!=', value: third };
  const operator = MATCHING.find((sign) => sign === second.text);
  return operator && { is: 'matches', subject: first, operator, pattern: third };
}

/** Name of the variable that a condition tests, in lower case; undefined if it is not a variable. */
export const subjectName = (word: Word): string | undefined =>
  /^\$(?:\{(\w+)\}|(\w+))$/.exec(word.text)?.slice(1).find(Boolean)?.toLowerCase();
