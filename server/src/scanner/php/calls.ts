import type { ScanSeverity, ScanStep } from '@sitedeck/contract';
import { BUILTINS, CALLBACKS } from './builtins';
import type { CallAt, Flow, OwnFunction } from './flow';
import { DECODERS, fold } from './folding';
import { child, children, textOf, type Node } from './nodes';
import { Scope } from './scope';
import { CLEANERS, PASSING, READ_FUNCTIONS, REMOTE_FUNCTIONS, REQUEST_FUNCTIONS } from './sources';
import { isVisitors, reportFlow, type Judgement } from './sinks';
import { either, inexact, originOf, UNKNOWN, type Origin, type Value } from './values';

/** Calls of the file's own functions inside each other. */
const DEEPEST_CALL = 8;
const NUMBERS = new Set([
  'ord',
  'strlen',
  'intval',
  'count',
  'hexdec',
  'octdec',
  'bindec',
  'floor',
  'strpos',
]);

/** What is called with which values. */
interface Call {
  readonly args: readonly Value[];
  readonly at: CallAt;
}

function argumentsOf(
  flow: Flow,
  node: Node,
  scope: Scope,
): { nodes: readonly Node[]; values: readonly Value[] } {
  const nodes = children(node, 'arguments');
  const values = nodes.flatMap((one) => {
    if (one.kind !== 'variadic')
      return [flow.value(one.kind === 'namedargument' ? child(one, 'value') : one, scope)];
    const spread = flow.value(child(one, 'value'), scope);
    return spread.items ? [...spread.items.values()] : [spread];
  });
  return { nodes, values };
}

/** Value of a call as it stands in the source. */
export function evaluateCall(flow: Flow, node: Node, scope: Scope): Value {
  const what = child(node, 'what');
  const { nodes: argumentNodes, values } = argumentsOf(flow, node, scope);
  const at: CallAt = { node, scope, argumentNodes };
  if (!what) return UNKNOWN;
  if (what.kind === 'name' || what.kind === 'identifier')
    return flow.call(textOf(what, 'name').replace(/^.*\\/, '').toLowerCase(), values, at);
  if (/^(nullsafe)?propertylookup$|^staticlookup$/.test(what.kind))
    return callMethod(flow, what, { args: values, at });
  return flow.callValue(flow.value(what, scope), values, at);
}

const dynamicCall = (severity: ScanSeverity, confidence: number, rule: string): Judgement => ({
  severity,
  technique: 'dynamic-call',
  rule,
  confidence,
});

/** Visitors decide both what is called and with what. */
const isChosen = ({ origin }: Value, args: readonly Value[]): boolean =>
  isVisitors(origin) && origin.exact && isVisitors(originOf(args));

/** Calls every method of the file with that name: the class of the object is seldom known. */
const callInFile = (flow: Flow, methods: readonly OwnFunction[], { args, at }: Call): Value =>
  methods.slice(0, 3).reduce<Value>((all, one) => either(all, flow.callOwn(one, args, at)), UNKNOWN);

/** Methods of PHP's own classes that run something. */
const RUN_COMMANDS = new Set(['com run', 'com exec', 'com shellexecute', 'ffi system']);

function callOfClass(
  flow: Flow,
  object: Value,
  { name, args, at }: Call & { name: string },
): Value | undefined {
  if (object.className === 'reflectionfunction' && name.startsWith('invoke')) {
    const values = name === 'invokeargs' ? [...(args[0]?.items?.values() ?? args)] : args;
    return flow.callValue(object.path ?? UNKNOWN, values, at);
  }
  if (name === 'getdoccomment') return { decoders: ['getDocComment'], text: flow.comments[0] };
  return name === 'cdef' || RUN_COMMANDS.has(`${object.className} ${name}`)
    ? flow.call('system', args, at)
    : undefined;
}

function callMethod(flow: Flow, what: Node, { args, at }: Call): Value {
  const object = flow.value(child(what, 'what'), at.scope);
  const offset = child(what, 'offset');
  const own = offset?.kind === 'identifier' ? textOf(offset, 'name') : undefined;
  const dynamic = own === undefined && offset ? flow.value(offset, at.scope) : UNKNOWN;
  const name = (own ?? dynamic.text ?? '').toLowerCase();
  const inFile = flow.methods.get(name);
  if (inFile?.length) return callInFile(flow, inFile, { args, at });
  if (isChosen(dynamic, args)) {
    const judgement = dynamicCall('suspicious', 60, 'php-request-names-method');
    reportFlow(flow, at, { origin: dynamic.origin, judgement, last: 'called' });
  }
  const result = callOfClass(flow, object, { name, args, at });
  if (result) return result;
  const stored = own === undefined ? undefined : flow.properties.get(own);
  return stored?.closure ? flow.callValue(stored, args, at) : resultOfMethod(object);
}

/** What a method returns of which nothing is known. */
function resultOfMethod(object: Value): Value {
  return object.className === undefined && object.origin ? { origin: inexact(object.origin) } : UNKNOWN;
}

/** `new X(…)`: constructor and destructor run. */
export function evaluateNew(flow: Flow, node: Node, scope: Scope): Value {
  const what = child(node, 'what');
  const { nodes: argumentNodes, values } = argumentsOf(flow, node, scope);
  const at: CallAt = { node, scope, argumentNodes };
  const dynamic = what && what.kind !== 'name' && what.kind !== 'class' ? flow.value(what, scope) : undefined;
  const className = (dynamic ? (dynamic.text ?? '') : textOf(what ?? node, 'name'))
    .replace(/^.*\\/, '')
    .toLowerCase();
  if (dynamic && isChosen(dynamic, values)) {
    const judgement = dynamicCall('high', 80, 'php-request-names-class');
    reportFlow(flow, at, { origin: dynamic.origin, judgement, last: 'called' });
  }
  const method = (name: string) =>
    (flow.methods.get(name) ?? []).filter((one) => one.className === className);
  for (const one of [...method('__construct'), ...method(className)]) flow.callOwn(one, values, at);
  for (const one of method('__destruct')) flow.callOwn(one, [], at);
  return { className, path: values[0] };
}

const builtName = (flow: Flow, callee: Value, at: CallAt): readonly ScanStep[] =>
  callee.built || callee.decoders?.length ? [flow.step('built-name', at.node, callee.text)] : [];

/** A call of what is only known at run time. */
function judgeDynamic(
  callee: Value,
  args: readonly Value[],
): { readonly origin: Origin | undefined; readonly judgement: Judgement } | undefined {
  const origin = originOf(args);
  const fromVisitors = isVisitors(origin);
  const isDecoded = (callee.decoders ?? []).length > 0;
  if (isVisitors(callee.origin) && callee.origin.exact)
    return {
      origin: callee.origin,
      judgement: fromVisitors
        ? dynamicCall('high', 92, 'php-request-names-function')
        : dynamicCall('suspicious', 55, 'php-request-names-function'),
    };
  if (isDecoded && fromVisitors) return { origin, judgement: dynamicCall('high', 80, 'php-hidden-name') };
  if (callee.origin?.from === 'remote' || (isDecoded && !origin && args.length > 0))
    return { origin: callee.origin, judgement: dynamicCall('suspicious', 60, 'php-hidden-name') };
  return callee.built && callee.prefix === undefined && fromVisitors
    ? { origin, judgement: dynamicCall('suspicious', 60, 'php-built-name') }
    : undefined;
}

function callNamed(flow: Flow, callee: Value & { readonly text: string }, { args, at }: Call): Value {
  const name = callee.text
    .replace(/^.*[\\:]/, '')
    .trim()
    .toLowerCase();
  return flow.call(name, args, {
    ...at,
    nameSteps: [...(at.nameSteps ?? []), ...builtName(flow, callee, at)],
  });
}

/** The function or method of the file that an object, or a pair of object and method, stands for. */
function ownCallee(flow: Flow, { className, items }: Value): OwnFunction | undefined {
  if (className !== undefined)
    return flow.methods.get('__invoke')?.find((one) => one.className === className);
  return flow.methods.get(items?.get('1')?.text?.toLowerCase() ?? '')?.[0];
}

/** Calls what a value names. */
export function callByValue(flow: Flow, callee: Value, { args, at }: Call): Value {
  const { closure, text } = callee;
  if (closure) return flow.callOwn({ node: closure, source: '' }, args, at);
  if (callee.className !== undefined || callee.items) {
    const own = ownCallee(flow, callee);
    return own ? flow.callOwn(own, args, at) : UNKNOWN;
  }
  if (text !== undefined) return callNamed(flow, { ...callee, text }, { args, at });
  const judged = judgeDynamic(callee, args);
  if (judged) reportFlow(flow, at, { ...judged, last: 'called' });
  return { origin: inexact(originOf(args)) };
}

/** Calls a function of the file with these arguments. */
export function callOwnFunction(flow: Flow, callee: OwnFunction, { args, at }: Call): Value {
  if (at.scope.depth >= DEEPEST_CALL) return UNKNOWN;
  const scope = new Scope(at.scope.file, at.scope.depth + 1);
  const { node } = callee;
  if (node.kind === 'closure' || node.kind === 'arrowfunc') {
    if (node.kind === 'arrowfunc') scope.copyFrom(at.scope);
    for (const one of children(node, 'uses'))
      scope.set(textOf(one, 'name'), at.scope.get(textOf(one, 'name')));
  }
  const parameters = children(node, 'arguments');
  parameters.forEach((one, index) => {
    const rest =
      one['variadic'] === true
        ? { items: new Map(args.slice(index).map((value, place) => [String(place), value])) }
        : undefined;
    scope.set(textOf(one, 'name'), rest ?? args[index] ?? flow.value(child(one, 'value'), scope));
  });
  const body = child(node, 'body');
  if (node.kind === 'arrowfunc') return flow.value(body, scope);
  if (body) flow.run([body], scope);
  parameters.forEach((one, index) => {
    const target = at.argumentNodes?.[index];
    if (one['byref'] === true && target) flow.assign(target, scope.get(textOf(one, 'name')), at.scope);
  });
  return scope.returns.reduce<Value>((all, one) => either(all, one), UNKNOWN);
}

function resultOf(flow: Flow, name: string, { args, at }: Call): Value {
  const folded = fold(name, args);
  const decoders = DECODERS.has(name)
    ? [...(args.find((one) => one.decoders)?.decoders ?? []), name]
    : args.find((one) => one.decoders)?.decoders;
  if (folded) {
    const isNumber = NUMBERS.has(name) || undefined;
    return { ...folded, isNumber, built: folded.built ?? !isNumber, decoders };
  }
  if (REQUEST_FUNCTIONS.has(name))
    return { origin: { from: 'request', exact: true, steps: [flow.step('request-data', at.node)] } };
  if (CLEANERS.has(name)) return UNKNOWN;
  if (REMOTE_FUNCTIONS.has(name))
    return {
      origin: { from: 'remote', exact: true, steps: [flow.step('remote-data', at.node)] },
      path: args[0],
    };
  if (READ_FUNCTIONS.has(name)) return readResult(flow, args, at);
  if (!PASSING.has(name)) return UNKNOWN;
  const origin = originOf(args);
  return { origin, decoders: decoders?.slice(0, 8), built: DECODERS.has(name) || undefined };
}

function readResult(flow: Flow, [path]: readonly Value[], at: CallAt): Value {
  const from = (kind: 'request' | 'remote' | 'file'): Value => ({
    origin: { from: kind, exact: true, steps: [flow.step(`${kind}-data`, at.node)] },
    path,
  });
  if (!path) return from('file');
  const name = path.text ?? path.prefix ?? path.path?.text ?? '';
  if (/^php:\/\/input/i.test(name)) return from('request');
  if (/^(https?|ftps?|tcp|ssl|udp):/i.test(name)) return from('remote');
  // A handle of an open request or connection.
  if (path.path && path.origin) return { origin: path.origin, path };
  if (path.origin?.from === 'upload') return { origin: path.origin, path };
  return isVisitors(path.origin) && path.origin.exact ? from('remote') : from('file');
}

/** Calls a function by its name: one of the file, a dangerous one, one that calls another, or any of PHP's. */
export function callByName(flow: Flow, name: string, { args, at }: Call): Value {
  const own = flow.functions.get(name);
  if (own) return flow.callOwn(own, args, at);
  const builtin = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  if (builtin) return builtin(flow, args, at);
  const callbacks = Object.hasOwn(CALLBACKS, name) ? CALLBACKS[name] : undefined;
  if (callbacks) {
    const result = callbacks(flow, args, at);
    if (result) return result;
  }
  return resultOf(flow, name, { args, at });
}
