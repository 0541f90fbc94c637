import type { RuleOutcome, RuleTest } from '@sitedeck/contract';
import type { Text } from '@sitedeck/ui/core';
import type { RewriteKey } from './rewrite-texts';

type Words = Text<RewriteKey>;

/** Describes what the visitor gets. */
export function outcomeText(outcome: RuleOutcome, text: Words): string {
  switch (outcome.is) {
    case 'file':
      return text('outcome.file', { path: outcome.path, status: String(outcome.status) });
    case 'script':
      return text('outcome.script', { path: outcome.path });
    case 'redirect':
      return text('outcome.redirect', { to: outcome.location, status: String(outcome.status) });
    default:
      return text(`outcome.${outcome.is}`, { status: String(outcome.status) });
  }
}

/** The address that the visitor ends at. */
export function destinationOf(outcome: RuleOutcome): string | undefined {
  if (outcome.is === 'redirect') return outcome.location;
  if (outcome.is === 'file') return outcome.path;
  if (outcome.is === 'script')
    return outcome.query === '' ? outcome.path : `${outcome.path}?${outcome.query}`;
  return undefined;
}

export type OutcomeTone = 'success' | 'warning' | 'error' | 'neutral';

/** The line that decided, or the last one that matched without deciding. */
export const decidingLine = ({ matchedLine, steps }: RuleTest): number | null =>
  matchedLine ?? steps.findLast(({ matched }) => matched)?.line ?? null;

export function toneOf(test: RuleTest): OutcomeTone {
  const { outcome } = test;
  if (outcome.is === 'failed') return 'error';
  if (outcome.is === 'refused' || outcome.is === 'missing') return 'warning';
  return decidingLine(test) === null ? 'neutral' : 'success';
}

/** Words the outcome briefly, for the list of recent tests. */
export function shortOutcomeText(test: RuleTest, text: Words, n: (value: number) => string): string {
  const { outcome } = test;
  const line = decidingLine(test);
  if (outcome.is === 'refused' || outcome.is === 'missing' || outcome.is === 'failed')
    return text(`short.${outcome.is}`, { status: String(outcome.status) });
  return line === null ? text('test.none') : text('test.hit', { n: n(line) });
}
