import type { Flow } from './flow';
import { allNodes, child, children, textOf, type Node } from './nodes';
import type { Scope } from './scope';

/** Functions that compare their first argument with what is allowed. */
const CHECKS = new Set(['in_array', 'array_key_exists', 'key_exists', 'array_search']);

/** What was found below a condition, which loops and calls ask for again and again. */
const known = new WeakMap<Node, readonly string[]>();

/** Expressions below a condition that it compares with a list: afterwards they are one of its entries. */
export function noteChecks(flow: Flow, test: Node, scope: Scope): void {
  const checked = known.get(test) ?? checksIn(flow, test);
  known.set(test, checked);
  for (const one of checked) scope.checked.add(one);
}

function checksIn(flow: Flow, test: Node): readonly string[] {
  const checked: string[] = [];
  for (const node of allNodes(test)) {
    if (node.kind === 'call' && CHECKS.has(textOf(child(node, 'what') ?? node, 'name').toLowerCase())) {
      const [first] = children(node, 'arguments');
      if (first) checked.push(flow.codeOf(first));
    }
    if (node.kind !== 'isset') continue;
    for (const one of children(node, 'variables')) {
      const key = one.kind === 'offsetlookup' ? child(one, 'offset') : undefined;
      if (key && key.kind !== 'string' && key.kind !== 'number') checked.push(flow.codeOf(key));
    }
  }
  return checked;
}
