import { bitwise, compare, calculate } from './operators';
import type { Flow } from './flow';
import { runInclude, runCode } from './sinks';
import { child, children, lineOf, textOf, type Node } from './nodes';
import type { Scope } from './scope';
import { isFromVisitors, REQUEST_ARRAYS } from './sources';
import {
  anyItem,
  concat,
  either,
  EMPTY,
  isTrue,
  known,
  toNumber,
  UNKNOWN,
  withStep,
  type Value,
} from './values';

type Evaluate = (flow: Flow, node: Node, scope: Scope) => Value;

function requestValue(flow: Flow, node: Node, name: string): Value {
  const from = name.includes('FILES') ? 'upload' : 'request';
  return { origin: { from, exact: true, steps: [flow.step('request-data', node)] } };
}

/** Name of a variable; undefined if it is only known at run time. */
export function variableName(flow: Flow, node: Node, scope: Scope): { name?: string; by?: Value } {
  const { name } = node;
  if (typeof name === 'string') return { name };
  const by = flow.value(child(node, 'name'), scope);
  return by.text === undefined ? { by } : { name: by.text };
}

const variable: Evaluate = (flow, node, scope) => {
  const { name, by } = variableName(flow, node, scope);
  if (name === undefined) return by?.origin ? { origin: by.origin } : UNKNOWN;
  if (REQUEST_ARRAYS.has(name)) return requestValue(flow, node, name);
  if (scope.checked.has(`$${name}`)) return { ...scope.get(name), origin: undefined };
  if (name === 'argv' && scope.isFile) return UNKNOWN;
  return scope.get(name);
};

function arrayName(flow: Flow, node: Node, scope: Scope): string | undefined {
  if (node.kind === 'variable') return variableName(flow, node, scope).name;
  // `$GLOBALS['_POST']['x']`
  if (node.kind !== 'offsetlookup') return undefined;
  const outer = child(node, 'what');
  if (!outer || outer.kind !== 'variable' || outer['name'] !== 'GLOBALS') return undefined;
  return flow.value(child(node, 'offset'), scope).text;
}

const offset: Evaluate = (flow, node, scope) => {
  const what = child(node, 'what');
  if (!what) return UNKNOWN;
  const key = child(node, 'offset') ? flow.value(child(node, 'offset'), scope) : EMPTY;
  const name = arrayName(flow, what, scope);
  if (name === 'GLOBALS')
    return key.text === undefined ? UNKNOWN : globalNamed(flow, node, { name: key.text, file: scope.file });
  if (name !== undefined && REQUEST_ARRAYS.has(name)) {
    if (scope.checked.has(flow.codeOf(node))) return UNKNOWN;
    const isName = name === '_FILES' && flow.codeOf(node).includes('tmp_name');
    return requestValue(flow, node, isName ? '_FILES' : name);
  }
  if (name === '_SERVER')
    return key.text === undefined || isFromVisitors(key.text) ? requestValue(flow, node, name) : UNKNOWN;
  return member(flow.value(what, scope), key);
};

function globalNamed(flow: Flow, node: Node, { name, file }: { name: string; file: Scope }): Value {
  return REQUEST_ARRAYS.has(name) ? requestValue(flow, node, name) : file.get(name);
}

function member(base: Value, key: Value): Value {
  if (base.items) {
    if (key.text !== undefined)
      return base.items.get(key.text) ?? (base.origin ? { origin: base.origin } : UNKNOWN);
    return anyItem(base);
  }
  if (base.text !== undefined) {
    const at = toNumber(key);
    if (at === undefined) return UNKNOWN;
    return { text: base.text.charAt(at < 0 ? base.text.length + at : at), built: true };
  }
  return anyItem(base);
}

const property: Evaluate = (flow, node, scope) => {
  const base = flow.value(child(node, 'what'), scope);
  const name = textOf(node, 'offset') || flow.value(child(node, 'offset'), scope).text;
  const value = name === undefined ? undefined : flow.properties.get(name);
  return value ?? (base.origin ? { origin: base.origin } : (flow.properties.get('*') ?? UNKNOWN));
};

const array: Evaluate = (flow, node, scope) => {
  const items = new Map<string, Value>();
  let next = 0;
  for (const one of children(node, 'items')) {
    const key = child(one, 'key');
    const value = flow.value(child(one, 'value') ?? one, scope);
    const name = key ? flow.value(key, scope).text : String(next);
    if (!key) next += 1;
    items.set(name ?? `?${items.size}`, value);
  }
  return { items };
};

const bin: Evaluate = (flow, node, scope) => {
  const type = textOf(node, 'type');
  if (type === '.') return concat(concatenated(node).map((one) => flow.value(one, scope)));
  const left = flow.value(child(node, 'left'), scope);
  const right = flow.value(child(node, 'right'), scope);
  if (type === '??') return left.text !== undefined ? left : either(right, left);
  return bitwise(type, left, right) ?? calculate(type, left, right) ?? compare(type, left, right) ?? UNKNOWN;
};

/** The parts of `a . b . c`, which nest as deeply as they are many. */
function concatenated(node: Node): readonly Node[] {
  const parts: Node[] = [];
  let rest: Node | undefined = node;
  while (rest?.kind === 'bin' && rest['type'] === '.') {
    const right = child(rest, 'right');
    if (right) parts.push(right);
    rest = child(rest, 'left');
  }
  if (rest) parts.push(rest);
  return parts.reverse();
}

const assign: Evaluate = (flow, node, scope) => {
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  if (!left || !right) return UNKNOWN;
  const operator = textOf(node, 'operator') || '=';
  let value = flow.value(right, scope);
  if (operator === '.=') value = concat([flow.value(left, scope), value]);
  else if (operator === '??=') value = either(flow.value(left, scope), value);
  else if (operator !== '=') {
    const [type, before] = [operator.slice(0, -1), flow.value(left, scope)];
    value = bitwise(type, before, value) ?? calculate(type, before, value) ?? UNKNOWN;
  }
  flow.assign(left, value.origin ? withStep(value, flow.step('assigned', node)) : value, scope);
  return value;
};

const increase: Evaluate = (flow, node, scope) => {
  const what = child(node, 'what');
  if (!what) return UNKNOWN;
  const before = flow.value(what, scope);
  const number = before.text !== undefined && /^-?\d+$/.test(before.text) ? Number(before.text) : undefined;
  const letter =
    node['type'] === '+' && before.text && /^[a-y]$/i.test(before.text) ? before.text : undefined;
  let after: Value = UNKNOWN;
  if (number !== undefined)
    after = { text: String(number + (node['type'] === '+' ? 1 : -1)), isNumber: true };
  else if (letter) after = { text: String.fromCharCode(letter.charCodeAt(0) + 1), built: true };
  else if (before.text === '' && node['type'] === '+') after = { text: '1', isNumber: true };
  flow.assign(what, after, scope);
  return node.kind === 'post' ? before : after;
};

const cast: Evaluate = (flow, node, scope) => {
  const value = flow.value(child(node, 'expr'), scope);
  const type = textOf(node, 'type');
  if (/^(int|integer|float|double|real|bool|boolean)$/.test(type)) {
    const number = toNumber(value);
    return number === undefined ? UNKNOWN : { text: String(Math.trunc(number)), isNumber: true };
  }
  if (type === 'string' && value.items) return { text: 'Array', built: true };
  return value;
};

const inverted = (value: string): string =>
  value
    .split('')
    .map((one) => String.fromCharCode(~one.charCodeAt(0) & 255))
    .join('');

const unary: Evaluate = (flow, node, scope) => {
  const value = flow.value(child(node, 'what'), scope);
  const type = textOf(node, 'type');
  if (type === '~' && value.text !== undefined && !value.isNumber)
    return { text: inverted(value.text), built: true };
  if (type === '~') return { origin: value.origin };
  const number = toNumber(value);
  if (type === '!') {
    const is = isTrue(value);
    return is === undefined ? UNKNOWN : known(is ? '' : '1');
  }
  return number === undefined ? UNKNOWN : { text: String(type === '-' ? -number : number), isNumber: true };
};

const conditional: Evaluate = (flow, node, scope) => {
  const test = flow.value(child(node, 'test'), scope);
  scope.branches += 1;
  const yes = child(node, 'trueExpr') ? flow.value(child(node, 'trueExpr'), scope) : test;
  const no = flow.value(child(node, 'falseExpr'), scope);
  scope.branches -= 1;
  const is = isTrue(test);
  return is === undefined ? either(no, yes) : is ? yes : no;
};

const encapsed: Evaluate = (flow, node, scope) => {
  const value = concat(
    children(node, 'value').map((one) => flow.value(child(one, 'expression') ?? one, scope)),
  );
  if (node['type'] === 'shell') return flow.call('shell_exec', [value], { node, scope });
  return value;
};

const constant: Evaluate = (flow, node) => {
  const name = textOf(node, 'name').replace(/^\\/, '');
  const value = flow.constants.get(name) ?? flow.constants.get(name.toUpperCase());
  if (value) return value;
  if (name === 'PHP_EOL') return known('\n');
  if (name === 'DIRECTORY_SEPARATOR') return known('/');
  // Old code means the text if there is no constant of the name, as in `$_POST[x]`.
  return /^[a-z_]\w*$/i.test(name) && !/^(PHP|E|M|LC|CURL\w*|ABS\w*)_|^[A-Z]+_[A-Z_]+$/.test(name)
    ? known(name)
    : UNKNOWN;
};

const closure: Evaluate = (_, node) => ({ closure: node });

const magic: Evaluate = (_, node) => {
  if (node['value'] === '__LINE__') return { text: String(lineOf(node)), isNumber: true };
  return node['value'] === '__FILE__' ? { path: known('__FILE__') } : UNKNOWN;
};

const number: Evaluate = (_, node) => {
  const value = toNumber(known(textOf(node, 'value').replace(/_/g, '')));
  return value === undefined ? UNKNOWN : { text: String(value), isNumber: true };
};

const text: Evaluate = (_, node) => {
  const [raw, value] = [textOf(node, 'raw'), textOf(node, 'value')];
  const escapes =
    node['isDoubleQuote'] === true ? (raw.match(/\\(x[\da-f]{1,2}|[0-7]{2,3})/gi)?.length ?? 0) : 0;
  return escapes >= 3 || (escapes > 0 && value.length < 10) ? { text: value, built: true } : known(value);
};

const inside: Evaluate = (flow, node, scope) => flow.value(child(node, 'expr'), scope);
const last: Evaluate = (flow, node, scope) => {
  for (const one of [...children(node, 'variables'), ...children(node, 'arguments')]) flow.value(one, scope);
  for (const field of ['expression', 'expr', 'value', 'what', 'left', 'right', 'key'])
    flow.value(child(node, field), scope);
  return UNKNOWN;
};

const matchArms: Evaluate = (flow, node, scope) => {
  flow.value(child(node, 'cond'), scope);
  return children(node, 'arms').reduce<Value>(
    (all, arm) => either(all, flow.value(child(arm, 'body'), scope)),
    UNKNOWN,
  );
};

export const EXPRESSIONS: Readonly<Record<string, Evaluate>> = {
  variable,
  offsetlookup: offset,
  propertylookup: property,
  nullsafepropertylookup: property,
  staticlookup: (flow, node, scope) => {
    const name = textOf(child(node, 'offset') ?? node, 'name');
    const constantOf = flow.constants.get(name);
    return constantOf ?? flow.properties.get(name) ?? (flow.value(child(node, 'what'), scope), UNKNOWN);
  },
  string: text,
  nowdoc: (_, node) => known(textOf(node, 'value')),
  number,
  boolean: (_, node) => known(node['value'] === true ? '1' : ''),
  nullkeyword: () => EMPTY,
  encapsed,
  array,
  bin,
  assign,
  assignref: assign,
  unary,
  pre: increase,
  post: increase,
  cast,
  silent: inside,
  clone: (flow, node, scope) => flow.value(child(node, 'what'), scope),
  print: inside,
  retif: conditional,
  match: matchArms,
  closure,
  arrowfunc: closure,
  name: constant,
  magic,
  include: (flow, node, scope) => runInclude(flow, flow.value(child(node, 'target'), scope), { node, scope }),
  eval: (flow, node, scope) => runCode(flow, flow.value(child(node, 'source'), scope), { node, scope }),
  isset: () => UNKNOWN,
  empty: () => UNKNOWN,
};

export const evaluateOther = last;
