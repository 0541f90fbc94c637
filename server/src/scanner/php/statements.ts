import type { Flow } from './flow';
import { noteChecks } from './checks';
import { child, children, textOf, type Node } from './nodes';
import type { Scope } from './scope';
import { anyItem, isTrue, known, UNKNOWN } from './values';

/** Rounds of a loop whose condition is known. */
const ROUNDS_MAX = 20_000;
/** Rounds of one whose condition is not: the second sees what the first assigned. */
const UNSURE_ROUNDS = 2;

const bodyOf = (node: Node, field = 'body'): readonly Node[] => {
  const body = child(node, field);
  if (!body) return [];
  return body.kind === 'block' ? children(body, 'children') : [body];
};

function inBranch(flow: Flow, nodes: readonly Node[], scope: Scope): void {
  scope.branches += 1;
  flow.run(nodes, scope);
  scope.branches -= 1;
}

function runIf(flow: Flow, node: Node, scope: Scope): void {
  const test = child(node, 'test');
  const is = isTrue(flow.value(test, scope));
  if (test) noteChecks(flow, test, scope);
  const [then, otherwise] = [bodyOf(node), bodyOf(node, 'alternate')];
  // A branch that seems not to run is analysed too: only assignments in it count less.
  if (is === true) flow.run(then, scope);
  else inBranch(flow, then, scope);
  if (is === false) flow.run(otherwise, scope);
  else inBranch(flow, otherwise, scope);
}

/** Repeats a body while its condition is known to hold; a few times, unsure, if it is not known. */
function repeat(
  flow: Flow,
  scope: Scope,
  parts: { test: readonly Node[]; body: readonly Node[]; step: readonly Node[] },
): void {
  for (let round = 0; round < ROUNDS_MAX && flow.mayRepeat(); round += 1) {
    let is: boolean | undefined;
    for (const one of parts.test) is = isTrue(flow.value(one, scope));
    if (is === false) return;
    if (is === undefined) break;
    flow.run(parts.body, scope);
    for (const one of parts.step) flow.value(one, scope);
  }
  for (let round = 0; round < UNSURE_ROUNDS; round += 1) {
    inBranch(flow, parts.body, scope);
    for (const one of parts.step) flow.value(one, scope);
  }
}

function runForeach(flow: Flow, node: Node, scope: Scope): void {
  const source = flow.value(child(node, 'source'), scope);
  const [key, value] = [child(node, 'key'), child(node, 'value')];
  const body = bodyOf(node);
  const entries = source.items && !source.origin ? [...source.items].slice(0, ROUNDS_MAX) : undefined;
  if (!entries || entries.length === 0) {
    const item = anyItem(source);
    for (let round = 0; round < UNSURE_ROUNDS; round += 1) {
      if (key) flow.assign(key, item.origin ? { origin: item.origin } : UNKNOWN, scope);
      if (value) flow.assign(value, item, scope);
      inBranch(flow, body, scope);
    }
    return;
  }
  for (const [name, item] of entries) {
    if (!flow.mayRepeat()) return;
    if (key) flow.assign(key, known(name), scope);
    if (value) flow.assign(value, item, scope);
    flow.run(body, scope);
  }
}

function runSwitch(flow: Flow, node: Node, scope: Scope): void {
  flow.value(child(node, 'test'), scope);
  for (const one of children(child(node, 'body') ?? node, 'children')) {
    flow.value(child(one, 'test'), scope);
    inBranch(flow, bodyOf(one), scope);
  }
}

function runTry(flow: Flow, node: Node, scope: Scope): void {
  flow.run(bodyOf(node), scope);
  for (const one of children(node, 'catches')) inBranch(flow, bodyOf(one), scope);
  flow.run(bodyOf(node, 'always'), scope);
}

function runStatic(flow: Flow, node: Node, scope: Scope): void {
  for (const one of children(node, 'variables')) {
    const variable = child(one, 'variable');
    if (variable) flow.assign(variable, flow.value(child(one, 'defaultValue'), scope), scope);
  }
}

function runConstants(flow: Flow, node: Node, scope: Scope): void {
  for (const one of children(node, 'constants'))
    flow.constants.set(textOf(one, 'name'), flow.value(child(one, 'value'), scope));
}

type Run = (flow: Flow, node: Node, scope: Scope) => void;

const STATEMENTS: Readonly<Record<string, Run>> = {
  program: (flow, node, scope) => flow.run(children(node, 'children'), scope),
  block: (flow, node, scope) => flow.run(children(node, 'children'), scope),
  namespace: (flow, node, scope) => flow.run(children(node, 'children'), scope),
  declare: (flow, node, scope) => flow.run(children(node, 'children'), scope),
  expressionstatement: (flow, node, scope) => void flow.value(child(node, 'expression'), scope),
  echo: (flow, node, scope) => children(node, 'expressions').forEach((one) => flow.value(one, scope)),
  return: (flow, node, scope) => void scope.returns.push(flow.value(child(node, 'expr'), scope)),
  if: runIf,
  while: (flow, node, scope) => {
    const test = child(node, 'test');
    repeat(flow, scope, { test: test ? [test] : [], body: bodyOf(node), step: [] });
  },
  do: (flow, node, scope) => {
    flow.run(bodyOf(node), scope);
    const test = child(node, 'test');
    repeat(flow, scope, { test: test ? [test] : [], body: bodyOf(node), step: [] });
  },
  for: (flow, node, scope) => {
    children(node, 'init').forEach((one) => flow.value(one, scope));
    repeat(flow, scope, {
      test: children(node, 'test'),
      body: bodyOf(node),
      step: children(node, 'increment'),
    });
  },
  foreach: runForeach,
  switch: runSwitch,
  try: runTry,
  static: runStatic,
  constantstatement: runConstants,
  global: (_, node, scope) => children(node, 'items').forEach((one) => scope.linkGlobal(textOf(one, 'name'))),
  throw: (flow, node, scope) => void flow.value(child(node, 'what'), scope),
};

/** What a statement only declares. */
const DECLARATIONS = new Set(
  ['function', 'class', 'interface', 'trait', 'enum', 'inline', 'usegroup', 'label', 'goto', 'break'].concat([
    'continue',
    'noop',
    'halt',
    'unset',
    'comment',
  ]),
);

export function runStatement(flow: Flow, node: Node, scope: Scope): void {
  if (DECLARATIONS.has(node.kind)) return;
  const run = Object.hasOwn(STATEMENTS, node.kind) ? STATEMENTS[node.kind] : undefined;
  if (run) run(flow, node, scope);
  else flow.value(node, scope);
}

/**
 * Statements in the order in which they run: code that is hidden by jumps is out of order. Each runs at most once more
 * than it is jumped to.
 */
export function inJumpOrder(nodes: readonly Node[]): readonly Node[] {
  if (!nodes.some((one) => one.kind === 'goto')) return nodes;
  const labels = new Map(
    nodes.flatMap((one, at) => (one.kind === 'label' ? [[textOf(one, 'name'), at]] : [])),
  );
  const seen = new Set<number>();
  const order: Node[] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (!node || seen.has(at)) break;
    seen.add(at);
    const target = node.kind === 'goto' ? labels.get(textOf(node, 'label')) : undefined;
    if (target === undefined) order.push(node);
    else at = target - 1;
  }
  return [...order, ...nodes.filter((_, at) => !seen.has(at))];
}
