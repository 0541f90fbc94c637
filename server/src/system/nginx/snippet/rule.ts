import type { Value } from './value';

/** A regular expression that was looked at. */
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

/** A word of a directive that has no meaning of its own for rules: fixed text, a value, or an expression behind `~`. */
export type Printed = string | { readonly value: Value } | { readonly pattern: Pattern };

/** A directive as it is understood: what is printed is printed from this. */
export type Rule = { readonly line: number } & (
  | {
      readonly is: 'rewrite';
      readonly pattern: Pattern;
      readonly target: Value;
      readonly flag: 'last' | 'redirect' | 'permanent' | undefined;
    }
  | { readonly is: 'return'; readonly code: string | undefined; readonly value: Value | undefined }
  | { readonly is: 'set'; readonly name: string; readonly value: Value }
  | { readonly is: 'plain'; readonly name: string; readonly words: readonly Printed[] }
  | { readonly is: 'if'; readonly test: Test; readonly body: readonly Rule[] }
  | {
      readonly is: 'location';
      readonly match: Match;
      readonly body: readonly Rule[];
      /** Whatever comes in is refused: it may stand before what the server keeps closed. */
      readonly refuses: boolean;
    }
);

export type LocationRule = Extract<Rule, { readonly is: 'location' }>;
