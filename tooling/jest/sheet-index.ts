import { createRequire } from 'node:module';

export interface Rule {
  readonly order: number;
  readonly selector: string;
  readonly style: CSSStyleDeclaration;
}

/** Rules by a class that every element they match must have; the others have no such class. */
export interface RulesByClass {
  readonly byClass: Map<string, Rule[]>;
  readonly others: Rule[];
}

/** Style rules of a document's sheets, indexed by class. */
export class SheetIndex {
  readonly #document: Document;
  readonly #builtIn: CSSStyleSheet;
  readonly #known = new WeakMap<
    CSSStyleSheet,
    { readonly size: number; readonly byProperty: Map<string, RulesByClass> }
  >();

  constructor(document: Document) {
    this.#document = document;
    this.#builtIn = builtInSheet(document);
  }

  /** In order of precedence: later sheets win. */
  sheets(): CSSStyleSheet[] {
    return [this.#builtIn, ...this.#document.styleSheets];
  }

  /** Rules of a sheet that set the property; all rules without one. */
  rules(sheet: CSSStyleSheet, property = ''): RulesByClass {
    let known = this.#known.get(sheet);
    if (known?.size !== sheet.cssRules.length) {
      known = { size: sheet.cssRules.length, byProperty: new Map() };
      this.#known.set(sheet, known);
    }
    const held = known.byProperty.get(property);
    if (held) return held;
    const rules: RulesByClass = { byClass: new Map(), others: [] };
    [...styleRules(sheet)].forEach(({ selectorText, style }, order) => {
      if (property !== '' && style.getPropertyValue(property) === '') return;
      for (const selector of selectorsOf(selectorText)) put(rules, { order, selector, style });
    });
    known.byProperty.set(property, rules);
    return rules;
  }
}

/** The value of the last rule that matches and has one, or ''. */
export function lastMatch(rules: RulesByClass, element: Element, valueOf: (rule: Rule) => string): string {
  let last = -1;
  let value = '';
  for (const rule of candidates(rules, element)) {
    if (rule.order <= last || !matches(element, rule.selector)) continue;
    const found = valueOf(rule);
    if (found === '') continue;
    last = rule.order;
    value = found;
  }
  return value;
}

export function matchesOf(rules: RulesByClass, element: Element): Rule[] {
  const found = new Map<number, Rule>();
  for (const rule of candidates(rules, element))
    if (!found.has(rule.order) && matches(element, rule.selector)) found.set(rule.order, rule);
  return [...found.values()].sort((one, other) => one.order - other.order);
}

function* candidates({ byClass, others }: RulesByClass, element: Element): Generator<Rule> {
  yield* others;
  if (byClass.size > 0) for (const name of element.classList) yield* byClass.get(name) ?? [];
}

/** A copy of the style sheet that jsdom adds to every document, since jsdom does not expose it. */
function builtInSheet(document: Document): CSSStyleSheet {
  const fromHere = createRequire(__filename);
  const fromEnvironment = createRequire(fromHere.resolve('jest-environment-jsdom'));
  const style = document.createElement('style');
  style.textContent = fromEnvironment('jsdom/lib/jsdom/browser/default-stylesheet') as string;
  document.head.append(style);
  const { sheet } = style;
  style.remove();
  if (sheet === null) throw new Error('jsdom made no style sheet of its own defaults');
  return sheet;
}

/** Like jsdom, reads `@media` rules only if their list names `screen`, and no other nested rules. */
function* styleRules(sheet: CSSStyleSheet): Generator<CSSStyleRule> {
  for (const rule of Array.from(sheet.cssRules)) {
    if ('media' in rule && rule.media) {
      const { media, cssRules } = rule as CSSMediaRule;
      if (Array.from(media).includes('screen')) yield* Array.from(cssRules).filter(isStyleRule);
    } else if (isStyleRule(rule)) yield rule;
  }
}

const isStyleRule = (rule: CSSRule): rule is CSSStyleRule => 'selectorText' in rule && 'style' in rule;

function put({ byClass, others }: RulesByClass, rule: Rule): void {
  const name = requiredClass(rule.selector);
  const held = name === undefined ? others : byClass.get(name);
  if (held) held.push(rule);
  else if (name !== undefined) byClass.set(name, [rule]);
}

/** Like in jsdom, an invalid selector matches nothing. */
function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

/** The selectors of a list. jsdom skips invalid ones and uses the others. */
function selectorsOf(list: string): string[] {
  if (!list.includes(',')) return [list];
  const found: string[] = [];
  let depth = 0;
  let current = '';
  for (const [piece] of list.matchAll(/\\.|"[^"]*"|'[^']*'|[^]/g)) {
    if (piece === '(' || piece === '[') depth += 1;
    if (piece === ')' || piece === ']') depth -= 1;
    if (piece === ',' && depth === 0) {
      found.push(current);
      current = '';
    } else current += piece;
  }
  return [...found, current];
}

/** A class that every matching element must have; undefined if none is certain. */
function requiredClass(selector: string): string | undefined {
  if (selector.includes('\\')) return undefined;
  let bare = selector.replace(/"[^"]*"|'[^']*'/g, '').replace(/\[[^\]]*\]/g, '');
  for (let before = ''; before !== bare;) {
    before = bare;
    bare = bare.replace(/\([^()]*\)/g, '');
  }
  const last =
    bare
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  return /\.([\w-]+)/.exec(last)?.[1];
}
