import type { Value } from './value';

/** A checked regular expression. */
export interface Pattern {
  readonly text: string;
  readonly groups: number;
  readonly names: readonly string[];
  /** See `PatternReading`. */
  readonly around: readonly number[];
  readonly slashed: readonly boolean[];
}

export type Test =
  | { readonly is: 'filled'; readonly subject: string }
  | { readonly is: 'equals'; readonly subject: string; readonly negated: boolean; readonly value: Value }
  | {
      readonly is: 'matches';
      readonly subject: string;
      readonly operator: '~' | '~*' | '!~' | '!~*';
      readonly pattern: Pattern;
    }
  | { readonly is: 'file'; readonly operator: string };

export type Match =
  | { readonly is: 'exact' | 'prefix' | 'named'; readonly path: string }
  | { readonly is: 'pattern'; readonly caseless: boolean; readonly pattern: Pattern };

/**
 * A word of a directive without further meaning for rules: fixed text, a value, or a regular expression after `~`.
 */
export type PrintedWord = string | { readonly value: Value } | { readonly pattern: Pattern };

/** A directive with its meaning: rules are printed from this, not from the owner's text. */
export type Rule = { readonly line: number } & (
  | {
      readonly is: 'rewrite';
      readonly pattern: Pattern;
      readonly target: Value;
      readonly flag: 'last' | 'redirect' | 'permanent' | undefined;
    }
  | { readonly is: 'return'; readonly code: string | undefined; readonly value: Value | undefined }
  | { readonly is: 'set'; readonly name: string; readonly value: Value }
  | { readonly is: 'plain'; readonly name: string; readonly words: readonly PrintedWord[] }
  | { readonly is: 'if'; readonly test: Test; readonly body: readonly Rule[] }
  | {
      readonly is: 'location';
      readonly match: Match;
      readonly body: readonly Rule[];
      /** Every request that it matches is refused, so it may come before the locations that close sources. */
      readonly refuses: boolean;
    }
);

export type LocationRule = Extract<Rule, { readonly is: 'location' }>;
