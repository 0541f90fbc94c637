import type { ScanSeverity, ScanTechnique } from '@sitedeck/contract';
import { lineAt, type Draft } from '../findings';

/** A rule about the text of a file: it holds if all of its patterns occur. */
export interface TextRule {
  readonly name: string;
  readonly severity: ScanSeverity;
  readonly technique: ScanTechnique;
  readonly confidence: number;
  /** The first is where the finding is shown. */
  readonly all: readonly RegExp[];
  readonly none?: readonly RegExp[];
}

/** What the rules find in a text whose lines are those of the file. */
export function applyRules(rules: readonly TextRule[], text: string): readonly Draft[] {
  return rules.flatMap(({ name, all, none, ...rest }) => {
    const first = all[0]?.exec(text);
    if (!first || !all.every((one) => one.test(text)) || none?.some((one) => one.test(text))) return [];
    const line = lineAt(text, first.index);
    const code = first[0].slice(0, 200);
    return [{ ...rest, rule: name, line, steps: [{ kind: 'rule', line, code, detail: name }] }];
  });
}
