import { variableName } from './expressions';
import type { Flow } from './flow';
import { child, children, textOf, type Node } from './nodes';
import type { Scope } from './scope';
import { anyItem, either, UNKNOWN, type Value } from './values';

/** Members that an array of the analysis keeps. */
const ITEMS_MAX = 20_000;

/** A value, and the scope of its target. */
interface Assigned {
  readonly value: Value;
  readonly scope: Scope;
}

function assignVariable(flow: Flow, target: Node, { value, scope }: Assigned): void {
  const { name, by } = variableName(flow, target, scope);
  if (name !== undefined) scope.set(name, value);
  // Visitors name the variable: from here on they may have set any.
  else if (by?.origin && value.origin) scope.unset = value.origin;
}

function assignMember(flow: Flow, target: Node, { value, scope }: Assigned): void {
  const what = child(target, 'what');
  if (!what) return;
  const key = child(target, 'offset') ? flow.value(child(target, 'offset'), scope) : undefined;
  if (what.kind === 'variable' && what['name'] === 'GLOBALS') {
    if (key?.text !== undefined) scope.file.set(key.text, value);
    return;
  }
  const before = flow.value(what, scope);
  const items = before.items ?? new Map<string, Value>();
  if (items.size < ITEMS_MAX) {
    const name = key ? (key.text ?? '?') : String(items.size);
    items.set(name, scope.branches > 0 ? either(items.get(name), value) : value);
  }
  const after: Value = { items, origin: before.origin };
  if (what.kind === 'variable' && typeof what['name'] === 'string') scope.replace(what['name'], after);
  else flow.assign(what, after, scope);
}

function assignProperty(flow: Flow, target: Node, { value, scope }: Assigned): void {
  const name = textOf(target, 'offset') || flow.value(child(target, 'offset'), scope).text;
  if (name !== undefined) flow.properties.set(name, either(flow.properties.get(name), value));
}

export function assignTo(flow: Flow, target: Node, assigned: Assigned): void {
  const { value, scope } = assigned;
  switch (target.kind) {
    case 'variable':
      return assignVariable(flow, target, assigned);
    case 'offsetlookup':
      return assignMember(flow, target, assigned);
    case 'propertylookup':
    case 'nullsafepropertylookup':
    case 'staticlookup':
      return assignProperty(flow, target, assigned);
    case 'list':
    case 'array':
      return children(target, 'items').forEach((one, at) => {
        const inner = child(one, 'value') ?? one;
        const key = child(one, 'key');
        const name = key ? flow.value(key, scope).text : String(at);
        const item = value.items?.get(name ?? '') ?? (value.items ? UNKNOWN : anyItem(value));
        flow.assign(inner, item, scope);
      });
    default:
      return undefined;
  }
}
