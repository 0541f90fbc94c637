import { createRequire } from 'node:module';

export interface Rule {
  readonly order: number;
  readonly selector: string;
  readonly style: CSSStyleDeclaration;
}

/** Rules by a class that every element they match must have, or else by its tag; the others have neither. */
export interface RuleIndex {
  readonly byClass: Map<string, Rule[]>;
  readonly byTag: Map<string, Rule[]>;
  readonly others: Rule[];
}

/** jsdom's own document: it counts the changes of the nodes below it. */
interface OwnDocument {
  readonly _version: number;
}

/** jsdom's own list of sheets: its public one is a proxy, which is slow. */
interface OwnSheets {
  readonly _list: readonly CSSStyleSheet[];
}

/** The state of a page that decides its computed styles. */
interface SeenState {
  readonly version: number;
  readonly focus: Element | null;
  readonly sheets: readonly { readonly sheet: CSSStyleSheet; readonly size: number }[];
}

/** Style rules of a document's sheets, indexed by class. */
export class SheetIndex {
  readonly #document: Document;
  readonly #own: OwnDocument;
  readonly #sheets: OwnSheets;
  readonly #builtIn: CSSStyleSheet;
  #seen: SeenState = { version: -1, focus: null, sheets: [] };
  readonly #known = new WeakMap<
    CSSStyleSheet,
    { readonly size: number; readonly byProperty: Map<string, RuleIndex> }
  >();

  constructor(document: Document) {
    this.#document = document;
    this.#own = insideOf(document) as OwnDocument;
    this.#sheets = insideOf(document.styleSheets) as OwnSheets;
    this.#builtIn = builtInSheet(document);
  }

  /** In order of precedence: later sheets win. */
  sheets(): readonly CSSStyleSheet[] {
    return [this.#builtIn, ...this.#sheets._list];
  }

  /** Whether computed styles may differ from those at the last call. */
  hasChanged(): boolean {
    const { _version: version } = this.#own;
    const { activeElement: focus } = this.#document;
    const { _list: sheets } = this.#sheets;
    const seen = this.#seen;
    if (seen.version === version && seen.focus === focus && areSame(sheets, seen.sheets)) return false;
    const sizes = sheets.map((sheet) => ({ sheet, size: sheet.cssRules.length }));
    this.#seen = { version, focus, sheets: sizes };
    return true;
  }

  /** Rules of a sheet that set the property; all rules without one. */
  rules(sheet: CSSStyleSheet, property = ''): RuleIndex {
    let known = this.#known.get(sheet);
    if (known?.size !== sheet.cssRules.length) {
      known = { size: sheet.cssRules.length, byProperty: new Map() };
      this.#known.set(sheet, known);
    }
    const held = known.byProperty.get(property);
    if (held) return held;
    const rules: RuleIndex = { byClass: new Map(), byTag: new Map(), others: [] };
    [...styleRules(sheet)].forEach(({ selectorText, style }, order) => {
      if (property !== '' && style.getPropertyValue(property) === '') return;
      for (const selector of selectorsOf(selectorText)) put(rules, { order, selector, style });
    });
    known.byProperty.set(property, rules);
    return rules;
  }
}

/** The value of the last rule that matches and has one, or ''. */
export function lastMatch(rules: RuleIndex, element: Element, valueOf: (rule: Rule) => string): string {
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

export function matchesOf(rules: RuleIndex, element: Element): Rule[] {
  const found = new Map<number, Rule>();
  for (const rule of candidates(rules, element))
    if (!found.has(rule.order) && matches(element, rule.selector)) found.set(rule.order, rule);
  return [...found.values()].sort((one, other) => one.order - other.order);
}

function* candidates({ byClass, byTag, others }: RuleIndex, element: Element): Generator<Rule> {
  yield* others;
  yield* byTag.get(element.localName.toLowerCase()) ?? [];
  if (byClass.size > 0) for (const name of element.classList) yield* byClass.get(name) ?? [];
}

/** A rule or a text that changes inside a sheet does not count as a change of the document. */
const areSame = (sheets: readonly CSSStyleSheet[], seen: SeenState['sheets']): boolean =>
  sheets.length === seen.length &&
  seen.every(({ sheet, size }, index) => sheets[index] === sheet && sheet.cssRules.length === size);

/** The object behind one that jsdom shows. */
function insideOf(shown: object): unknown {
  const key = Object.getOwnPropertySymbols(shown).find(({ description }) => description === 'impl');
  if (key === undefined) throw new Error('jsdom hides the object behind this one');
  return Reflect.get(shown, key);
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

function put({ byClass, byTag, others }: RuleIndex, rule: Rule): void {
  const { tag, className } = requiredBy(rule.selector);
  if (className !== undefined) add(byClass, className, rule);
  else if (tag !== undefined) add(byTag, tag, rule);
  else others.push(rule);
}

function add(index: Map<string, Rule[]>, key: string, rule: Rule): void {
  const held = index.get(key);
  if (held) held.push(rule);
  else index.set(key, [rule]);
}

const invalid = new Set<string>();

/** Like in jsdom, an invalid selector matches nothing. */
function matches(element: Element, selector: string): boolean {
  if (invalid.has(selector)) return false;
  try {
    return element.matches(selector);
  } catch {
    invalid.add(selector);
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

/** A class and a tag that every matching element must have; undefined if none is certain. */
function requiredBy(selector: string): { tag?: string | undefined; className?: string | undefined } {
  if (selector.includes('\\')) return {};
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
  return {
    className: /\.([\w-]+)/.exec(last)?.[1],
    tag: /^[a-z][\w-]*(?![\w|-])/i.exec(last)?.[0].toLowerCase(),
  };
}
