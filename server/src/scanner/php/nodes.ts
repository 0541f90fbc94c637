/** A node of php-parser, read by names of fields: hostile code decides its shape, so nothing about it is trusted. */
export interface Node {
  readonly kind: string;
  readonly [field: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string';

export function child(node: Node, field: string): Node | undefined {
  const value = node[field];
  return isNode(value) ? value : undefined;
}

export function children(node: Node, field: string): readonly Node[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function textOf(node: Node, field: string): string {
  const value = node[field];
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // Names of functions and methods are nodes in some positions.
  return isNode(value) && value.kind !== 'variable' ? textOf(value, 'name') : '';
}

interface Location {
  readonly start?: { readonly line?: number; readonly offset?: number };
  readonly end?: { readonly offset?: number };
}

const locationOf = (node: Node): Location => node['loc'] ?? {};
export const lineOf = (node: Node): number => locationOf(node).start?.line ?? 1;

/** First and last position of a node in its source. */
export function rangeOf(node: Node): readonly [from: number, to: number] {
  const { start, end } = locationOf(node);
  return [start?.offset ?? 0, end?.offset ?? 0];
}

/** Every node below, in the order of the source; without recursion, since hostile code nests deeply. */
export function* allNodes(root: Node): Generator<Node> {
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    const below: Node[] = [];
    for (const [field, value] of Object.entries(node)) {
      if (field === 'loc') continue;
      if (Array.isArray(value)) below.push(...value.filter(isNode));
      else if (isNode(value)) below.push(value);
    }
    open.push(...below.reverse());
  }
}
