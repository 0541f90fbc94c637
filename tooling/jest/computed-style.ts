import { lastMatch, matchesOf, SheetIndex } from './sheet-index';

/** Properties that no shorthand sets, so the last matching rule that names one decides, as in jsdom. */
const WITHOUT_SHORTHAND = new Set(['display', 'visibility', 'opacity', 'pointer-events', 'content']);

/** Inherited properties among them, with their initial values. */
const INHERITED = new Map([
  ['visibility', 'visible'],
  ['pointer-events', 'auto'],
]);

/** Properties that only jsdom computes: it resolves them beyond their rules, or they enumerate the style. */
const RESOLVED =
  /^(?!scrollbar).*color|^(border|background|outline)$|^border-?(top|right|bottom|left|block|inline)(-?(start|end))?$|^(cssText|length|item|\d+)$/i;

type Declare = new () => CSSStyleDeclaration;

/** Parts of a window that the computation needs. */
export interface StyledWindow {
  readonly document: Document;
  readonly CSSStyleDeclaration: Declare;
  getComputedStyle: (element: Element) => CSSStyleDeclaration;
}

/**
 * Computes styles like jsdom, but faster. For each element jsdom tries thousands of selectors, more than its cache of
 * compiled ones holds, which took half the time of these tests. Here a rule is tried only on elements that have its
 * class, and only for the properties that a test reads; values are kept until the page changes. Colours come from
 * jsdom itself.
 * `shared/ui/src/provider/computed-style.test.tsx` compares the results with jsdom's.
 */
export class ComputedStyles {
  readonly #window: StyledWindow;
  readonly #all: (element: Element) => CSSStyleDeclaration;
  readonly #index: SheetIndex;
  readonly #Declaration: Declare;
  /** Says which fields a style has. */
  readonly #blank: CSSStyleDeclaration;
  /** Values of elements by property, and all that is declared for them, until the page changes. */
  #values = new WeakMap<Element, Map<string, string>>();
  #declarations = new WeakMap<Element, CSSStyleDeclaration>();

  constructor(window: StyledWindow) {
    this.#window = window;
    this.#all = window.getComputedStyle.bind(window);
    this.#index = new SheetIndex(window.document);
    this.#Declaration = window.CSSStyleDeclaration;
    this.#blank = new this.#Declaration();
  }

  /**
   * Computed style of an element. Pseudo-elements are not supported: jsdom would return the element's style and log an
   * error.
   */
  of(element: Element): CSSStyleDeclaration {
    if (element.ownerDocument !== this.#window.document) return this.#all(element);
    let all: CSSStyleDeclaration | undefined;
    let declared: CSSStyleDeclaration | undefined;
    const source = (name: string) =>
      RESOLVED.test(name) ? (all ??= this.#all(element)) : (declared ??= this.#declarationOf(element));
    const read = (property: string) =>
      WITHOUT_SHORTHAND.has(property)
        ? this.#current(element, property)
        : source(property).getPropertyValue(property);
    return new Proxy(this.#blank, {
      get: (target, name): unknown => {
        if (name === 'getPropertyValue') return read;
        if (typeof name !== 'string' || typeof Reflect.get(target, name) === 'function')
          return Reflect.get((all ??= this.#all(element)), name);
        const property = name === 'pointerEvents' ? 'pointer-events' : name;
        return WITHOUT_SHORTHAND.has(property)
          ? this.#current(element, property)
          : Reflect.get(source(name), name);
      },
    });
  }

  #current(element: Element, property: string): string {
    this.#forgetIfChanged();
    return this.#cascaded(element, property);
  }

  #forgetIfChanged(): void {
    if (!this.#index.hasChanged()) return;
    this.#values = new WeakMap();
    this.#declarations = new WeakMap();
  }

  /** A query by role asks for each element of a page, and each element asks its ancestors. */
  #cascaded(element: Element, property: string): string {
    const held = this.#values.get(element);
    const value = held?.get(property) ?? this.#cascade(element, property);
    if (held) held.set(property, value);
    else this.#values.set(element, new Map([[property, value]]));
    return value;
  }

  #cascade(element: Element, property: string): string {
    const own = styleOf(element)?.getPropertyValue(property) ?? '';
    const value = own === '' ? this.#lastOfSheets(element, property) : own;
    if (value !== '' && value !== 'unset') return value;
    const root = INHERITED.get(property);
    if (root === undefined) return '';
    return element.parentElement === null ? root : this.#cascaded(element.parentElement, property);
  }

  #lastOfSheets(element: Element, property: string): string {
    for (const sheet of this.#index.sheets().toReversed()) {
      const found = lastMatch(this.#index.rules(sheet, property), element, (rule) =>
        this.#valueInJsdom(property, rule.style),
      );
      if (found !== '') return found;
    }
    return '';
  }

  /** The value after two declarations, since jsdom passes every value through two; '' if they drop it. */
  #valueInJsdom(property: string, style: CSSStyleDeclaration): string {
    const value = style.getPropertyValue(property);
    return value === 'unset' ? value : this.#copy(this.#copy(style, [property])).getPropertyValue(property);
  }

  #declarationOf(element: Element): CSSStyleDeclaration {
    this.#forgetIfChanged();
    const declared = this.#declarations.get(element) ?? this.#declared(element);
    this.#declarations.set(element, declared);
    return declared;
  }

  #declared(element: Element): CSSStyleDeclaration {
    const declared = new this.#Declaration();
    for (const sheet of this.#index.sheets())
      for (const { style } of matchesOf(this.#index.rules(sheet), element)) apply(declared, style);
    const own = styleOf(element);
    if (own) apply(declared, own);
    return this.#copy(declared);
  }

  #copy(style: CSSStyleDeclaration, properties: Iterable<string> = Array.from(style)): CSSStyleDeclaration {
    const copy = new this.#Declaration();
    for (const property of properties)
      copy.setProperty(property, style.getPropertyValue(property), style.getPropertyPriority(property));
    return copy;
  }
}

function apply(declared: CSSStyleDeclaration, style: CSSStyleDeclaration): void {
  for (const property of Array.from(style)) {
    const value = style.getPropertyValue(property);
    if (value === 'unset') declared.removeProperty(property);
    else declared.setProperty(property, value, style.getPropertyPriority(property));
  }
}

const styleOf = (element: Element): CSSStyleDeclaration | undefined =>
  'style' in element ? (element.style as CSSStyleDeclaration) : undefined;
