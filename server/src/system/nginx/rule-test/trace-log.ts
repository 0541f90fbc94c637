import { z } from 'zod';
import type { Statement } from '../snippet/parse';

/** One rule that was tried, whether it matched or not. */
export interface RuleStep {
  /** Line of the owner's text, from 1. */
  readonly line: number;
  readonly kind: 'rewrite' | 'location' | 'if' | 'return';
  readonly text: string;
  readonly matched: boolean;
  /** The text that the regular expression was matched against. */
  readonly before?: string;
  /** The target of a rewrite. */
  readonly after?: string;
}

/** A line of the access log, as `TRACE_FORMAT` writes it. */
export const TraceLine = z.object({
  /** Marks in order: `L` a location, `I` an if that held, `R` a return; each with its line. */
  trace: z.string(),
  uri: z.string(),
  args: z.string(),
  status: z.coerce.number().int(),
  location: z.string(),
});
export type TraceLine = z.infer<typeof TraceLine>;

export interface TraceMark {
  readonly kind: 'L' | 'I' | 'R';
  readonly line: number;
}

export const marksOf = (trace: string): readonly TraceMark[] =>
  [...trace.matchAll(/\b([LIR])(\d+)\b/g)].flatMap(([, kind, line]) =>
    kind === 'L' || kind === 'I' || kind === 'R' ? [{ kind, line: Number(line) }] : [],
  );

const KINDS = { W: 'rewrite', I: 'if', L: 'location', R: 'return' } as const;
const ASKED = /\(\?#sd([WI])(\d+)\)" (matches|does not match) "(.*?)", client: /;
const LED = /rewritten (?:data: "(.*?)", args: "(.*?)"|redirect: "(.*?)"), client: /;

type Text = (line: number) => string;

/** A rewrite loop logs many long lines: more steps than this are not shown. */
const STEPS_MAX = 300;
const LONGEST = 200;

/** Does not split a surrogate pair. */
const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;

/** Shortens the steps: the first ones and the last. */
export const shownSteps = (steps: readonly RuleStep[]): readonly RuleStep[] =>
  (steps.length > STEPS_MAX ? [...steps.slice(0, STEPS_MAX - 1), ...steps.slice(-1)] : steps).map(
    ({ text, before, after, ...step }) => ({
      ...step,
      text: shortened(text),
      ...(before !== undefined && { before: shortened(before) }),
      ...(after !== undefined && { after: shortened(after) }),
    }),
  );

/** Reads nginx's `rewrite_log`: each regular expression that was tried, and the target of each match. */
export function stepsOfLog(log: string, text: Text): RuleStep[] {
  const steps: RuleStep[] = [];
  for (const entry of log.split('\n')) {
    const [, mark, number, verdict, before] = ASKED.exec(entry) ?? [];
    const led = LED.exec(entry);
    const last = steps.at(-1);
    if (before !== undefined && (mark === 'W' || mark === 'I')) {
      const line = Number(number);
      steps.push({ line, kind: KINDS[mark], text: text(line), matched: verdict === 'matches', before });
    } else if (led && last?.kind === 'rewrite') {
      const [, path, query, redirect] = led;
      const after = redirect ?? (query ? `${path}?${query}` : path);
      if (after !== undefined) steps.splice(-1, 1, { ...last, after });
    }
  }
  return steps;
}

/** First and last line of a block. */
const linesOf = (statement: Statement): readonly [number, number] => [
  statement.line,
  Math.max(statement.line, ...(statement.children ?? []).map((child) => linesOf(child)[1])),
];

/**
 * Merges marks into the steps of the log: a location stands before its first rule; marks without such a rule come
 * last.
 */
export function withMarks(
  steps: readonly RuleStep[],
  marks: readonly TraceMark[],
  { statements, text }: { readonly statements: readonly Statement[]; readonly text: Text },
): readonly RuleStep[] {
  const all = [...steps];
  let from = 0;
  for (const { kind, line } of marks) {
    if (kind === 'I' && steps.some((step) => step.kind === 'if' && step.line === line && step.matched))
      continue;
    const block = statements.find((statement) => statement.line === line && statement.name === 'location');
    const [first, last] = block ? linesOf(block) : [line, line];
    const inside = (step: RuleStep, index: number) =>
      index >= from && kind === 'L' && step.line >= first && step.line <= last;
    const at = all.findIndex(inside);
    const place = at < 0 ? all.length : at;
    all.splice(place, 0, { line, kind: KINDS[kind], text: text(line), matched: true });
    from = place + 1;
  }
  return all;
}
