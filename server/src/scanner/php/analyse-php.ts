import type { ScanStep } from '@sitedeck/contract';
import { callByName, callByValue, callOwnFunction, evaluateCall, evaluateNew } from './calls';
import { evaluateOther, EXPRESSIONS } from './expressions';
import type { CallAt, Draft, Flow, OwnFunction } from './flow';
import { allNodes, child, children, lineOf, rangeOf, textOf, type Node } from './nodes';
import { parsePhp } from './parse';
import { Scope } from './scope';
import { inJumpOrder, runStatement } from './statements';
import { assignTo } from './targets';
import { anyItem, UNKNOWN, type Value } from './values';

export interface PhpResult {
  readonly drafts: readonly Draft[];
  readonly is: 'done' | 'broken' | 'too-deep' | 'too-slow';
  /** Texts that were decoded and run. */
  readonly layers: readonly string[];
}

/** Layers of code inside code; a file with more hides something. */
const LAYERS_MAX = 12;
/** Calls of one function that are followed: the second with the same arguments sees what the first left behind. */
const SAME_CALLS_MAX = 2;
const CALLS_MAX = 2000;
/** Expressions that are evaluated for one file: about a second. */
const WORK_MAX = 500_000;
/** Part of it after which loops are no longer followed round by round. */
const REPEATED_MAX = 200_000;
const CODE_SHOWN = 300;
/** Lines up to which a file without own classes does little more than what was found. */
const SMALL_FILE = 120;

class OutOfWork extends Error {}

class PhpFlow implements Flow {
  readonly functions = new Map<string, OwnFunction>();
  readonly methods = new Map<string, OwnFunction[]>();
  readonly properties = new Map<string, Value>();
  readonly constants = new Map<string, Value>();
  readonly classes = new Map<string, Node>();
  readonly drafts: Draft[] = [];
  readonly layers: string[] = [];
  readonly isSmall: boolean;
  comments: readonly string[] = [];
  isTooDeep = false;
  private work = 0;
  /** Steps that lead into the present layer, and its line in the file. */
  private outer: { line: number; steps: readonly ScanStep[] } | undefined;
  private depth = 0;
  private readonly running = new Set<string>();
  /** How often a function ran: with the same arguments, and in all. */
  private readonly runs = new Map<string, { readonly times: number; readonly result: Value }>();

  constructor(private source: string) {
    this.isSmall =
      source.length < 8000 && source.split('\n').length <= SMALL_FILE && !/\bclass\s+\w+/i.test(source);
  }

  value(node: Node | undefined, scope: Scope): Value {
    if (!node) return UNKNOWN;
    this.work += 1;
    if (this.work > WORK_MAX) throw new OutOfWork();
    if (node.kind === 'call') return evaluateCall(this, node, scope);
    if (node.kind === 'new') return evaluateNew(this, node, scope);
    const evaluate = Object.hasOwn(EXPRESSIONS, node.kind) ? EXPRESSIONS[node.kind] : undefined;
    return (evaluate ?? evaluateOther)(this, node, scope);
  }

  run(nodes: readonly Node[], scope: Scope): void {
    for (const node of inJumpOrder(nodes)) runStatement(this, node, scope);
  }

  call(name: string, args: readonly Value[], at: CallAt): Value {
    return callByName(this, name, { args, at });
  }

  callValue(callee: Value, args: readonly Value[], at: CallAt): Value {
    return callByValue(this, callee, { args, at });
  }

  callOwn(callee: OwnFunction, args: readonly Value[], at: CallAt): Value {
    const name = rangeOf(callee.node).join('-');
    const key = `${name} ${args.map(signature).join()}`;
    if (this.running.has(key)) return UNKNOWN;
    const runs = this.runs.get(key) ?? { times: 0, result: UNKNOWN };
    const all = this.runs.get(name) ?? { times: 0, result: UNKNOWN };
    // With nothing known of the arguments, a second run would find nothing new.
    const most = args.some((one) => one.origin ?? one.text) ? SAME_CALLS_MAX : 1;
    if (runs.times >= most) return runs.result;
    if (all.times >= CALLS_MAX) return all.result;
    this.running.add(key);
    const before = this.source;
    if (callee.source) this.source = callee.source;
    const result = callOwnFunction(this, callee, { args, at });
    this.source = before;
    this.running.delete(key);
    this.runs.set(key, { times: runs.times + 1, result });
    this.runs.set(name, { times: all.times + 1, result });
    return result;
  }

  runText(text: string, at: CallAt, { steps }: { steps: readonly ScanStep[] }): void {
    if (this.layers.includes(text) && this.depth > 0) return;
    if (this.depth >= LAYERS_MAX) {
      this.isTooDeep = true;
      return;
    }
    const parsed = parsePhp(`<?php ${text}`);
    const isHidden = steps.length > 0;
    if (isHidden) this.layers.push(text);
    const [before, outer, found] = [this.source, this.outer, this.drafts.length];
    const line = this.lineOf(at.node);
    this.depth += 1;
    this.outer = { line, steps: [...(outer?.steps ?? []), ...steps] };
    if (parsed.is === 'parsed') {
      this.source = `<?php ${text}`;
      this.declare(parsed.root);
      this.run([parsed.root], at.scope);
    }
    this.depth -= 1;
    this.outer = outer;
    this.source = before;
    const isDecoded = steps.some((one) => one.kind === 'decoded' || one.kind === 'built-name');
    if (isDecoded && this.drafts.length === found)
      this.report({
        ...{ severity: 'suspicious', technique: 'encoded-code', rule: 'php-decoded-to-code', confidence: 60 },
        ...{ line, steps: [...steps, this.step('executed', at.node)] },
      });
  }

  report(draft: Draft): void {
    const steps = [...(this.outer?.steps ?? []), ...draft.steps].slice(0, 20);
    this.drafts.push({ ...draft, steps });
  }

  assign(target: Node, value: Value, scope: Scope): void {
    assignTo(this, target, { value, scope });
  }

  step(kind: ScanStep['kind'], node: Node, detail?: string): ScanStep {
    return {
      kind,
      line: this.lineOf(node),
      code: this.codeOf(node),
      ...(detail !== undefined && { detail }),
    };
  }

  codeOf(node: Node): string {
    const [from, to] = rangeOf(node);
    return this.source.slice(from, Math.min(to, from + CODE_SHOWN));
  }

  lineOf(node: Node): number {
    return this.outer?.line ?? lineOf(node);
  }

  mayRepeat(): boolean {
    this.work += 1;
    return this.work < REPEATED_MAX;
  }

  /** Notes functions, methods, constants and properties before anything runs. */
  declare(root: Node): void {
    for (const node of allNodes(root)) {
      if (node.kind === 'function')
        this.functions.set(textOf(node, 'name').toLowerCase(), { node, source: this.source });
      if (!/^(class|trait|enum)$/.test(node.kind)) continue;
      const className = textOf(node, 'name').toLowerCase();
      for (const one of children(node, 'body')) this.declareMember(one, className);
    }
  }

  private declareMember(node: Node, className: string): void {
    if (node.kind === 'method') {
      const name = textOf(node, 'name').toLowerCase();
      this.methods.set(name, [...(this.methods.get(name) ?? []), { node, source: this.source, className }]);
    }
    const scope = new Scope();
    for (const one of [...children(node, 'properties'), ...children(node, 'constants')]) {
      const value = this.value(child(one, 'value'), scope);
      const target = node.kind === 'classconstant' ? this.constants : this.properties;
      if (value !== UNKNOWN && !target.has(textOf(one, 'name'))) target.set(textOf(one, 'name'), value);
    }
  }

  /** Runs the file, then each function by itself, since another file may call it. */
  runFile(root: Node): void {
    this.declare(root);
    const file = new Scope();
    this.run([root], file);
    // A shell may store what it gets in the session, and run it with the next request.
    if (file.has('_SESSION') && anyItem(file.get('_SESSION')).origin) this.run([root], file);
    const own = [...this.functions.values(), ...[...this.methods.values()].flat()];
    for (const callee of own) this.callOwn(callee, [], { node: callee.node, scope: file });
  }
}

/** Differs between calls of one function whose outcomes could differ. */
const signature = (value: Value): string =>
  `${value.origin ? `${value.origin.from}${value.origin.exact}` : ''}${value.text?.slice(0, 40) ?? ''}${value.text?.length ?? ''}`;

/** Comments of the source, in which code is sometimes kept. */
const commentsIn = (source: string): readonly string[] =>
  source.match(/\/\*\*[\s\S]{0,20000}?\*\//g)?.slice(0, 20) ?? [];

/** Follows the data of a PHP file. Its time is bounded by the work it may do. */
export function analysePhp(source: string): PhpResult {
  const parsed = parsePhp(source);
  if (parsed.is !== 'parsed') return { is: parsed.is, drafts: [], layers: [] };
  const flow = new PhpFlow(source);
  if (source.includes('getDocComment')) flow.comments = commentsIn(source);
  try {
    flow.runFile(parsed.root);
  } catch (error) {
    if (error instanceof OutOfWork) return { is: 'too-slow', drafts: flow.drafts, layers: flow.layers };
    if (error instanceof RangeError) return { is: 'too-deep', drafts: flow.drafts, layers: flow.layers };
    throw error;
  }
  return { is: flow.isTooDeep ? 'too-deep' : 'done', drafts: flow.drafts, layers: flow.layers };
}
