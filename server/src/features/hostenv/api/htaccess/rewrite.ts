import type { Conversion } from './conversion';
import { Unconvertible } from './reasons';
import type { Directive } from './read-htaccess';
import { conditionOf, ruleOf, withOwnQuery, type Rule } from './rule-lines';
import { RewriteRule } from './rewrite-rule';
import { comparisonTest, type Test } from './condition-tests';

const isSet = (name: string, value: '0' | '1'): Test =>
  comparisonTest(name, { pattern: `=${value}`, negated: false, nocase: false });

const skipCount = ({ flags }: Rule): number => {
  const text = flags.get('S');
  if (text === undefined) return 0;
  if (!/^\d{1,3}$/.test(text)) throw new Unconvertible('flag', `S=${text}`);
  return Number(text);
};

/** Reads conditions and rules. If a condition can't be read, its rule and all its conditions are reported. */
function readRules(conversion: Conversion, lines: readonly Directive[]): Rule[] {
  const rules: Rule[] = [];
  let waiting: Directive[] = [];
  for (const line of lines) {
    if (line.name === 'rewritecond') {
      waiting.push(line);
      continue;
    }
    const from = [...waiting, line];
    const [conditions, last] = [waiting, line];
    waiting = [];
    conversion.attempt(from, () => rules.push(ruleOf(last, conditions.map(conditionOf))));
  }
  for (const line of waiting) conversion.refuse(line, 'no-rule');
  return rules;
}

/** Groups rules that depend on one another by [C] or [S]: they are converted together or not at all. */
function linked(rules: readonly Rule[]): Rule[][] {
  const units: Rule[][] = [];
  let more = 0;
  for (const rule of rules) {
    if (more > 0) units.at(-1)?.push(rule);
    else units.push([rule]);
    const skips = Number(/^\d{1,3}$/.exec(rule.flags.get('S') ?? '')?.[0] ?? 0);
    more = Math.max(more - 1, skips, rule.flags.has('C') ? 1 : 0);
  }
  return units;
}

interface Scene {
  readonly base: string;
  readonly matchesFullPath: boolean;
  readonly last: Rule | undefined;
}

function unitCode(unit: readonly Rule[], { base, matchesFullPath, last }: Scene): string[] {
  const code: string[] = [];
  const skips: { until: number; name: string }[] = [];
  let chain: Test | undefined;
  unit.forEach((rule, index) => {
    const required: Test[] = skips.filter(({ until }) => index <= until).map(({ name }) => isSet(name, '0'));
    if (chain) required.push(chain);
    const count = skipCount(rule);
    const mark = rule.flags.has('C') || count > 0 ? `$ht_hit_${index + 1}` : undefined;
    const isLastRewrite = rule === last;
    const scene = { base, matchesFullPath, isLastRewrite, required, ...(mark !== undefined && { mark }) };
    code.push(...new RewriteRule(withOwnQuery(rule), scene).code());
    if (mark !== undefined && count > 0) skips.push({ until: index + count, name: mark });
    chain = mark !== undefined && rule.flags.has('C') ? isSet(mark, '1') : undefined;
  });
  return code;
}

const sources = (unit: readonly Rule[]): Directive[] =>
  unit.flatMap(({ conditions, from }) => [...conditions.map((condition) => condition.from), from]);

/** Converts all lines of mod_rewrite, in their order. */
export function convertRewrites(conversion: Conversion, lines: readonly Directive[]): void {
  const rules = readRules(conversion, lines);
  const matchesFullPath = rules.length > 0 && rules.every(({ pattern }) => /^\^?\/(?![?*])/.test(pattern));
  const last = rules.filter(({ target }) => target !== '-').at(-1);
  for (const unit of linked(rules)) {
    const from = sources(unit);
    conversion.attempt(from, () => {
      const code = unitCode(unit, { base: conversion.base, matchesFullPath, last });
      if (code.length > 0) conversion.emit({ place: 'rewrite', from, code });
      else for (const directive of from) conversion.skip(directive);
    });
  }
}
