import type { CallAt, Flow } from './flow';
import { isVisitors, moveUpload, reportFlow, runCode, runCommand, runInclude, writeFile } from './sinks';
import { anyItem, known, originOf, UNKNOWN, type Value } from './values';

type Builtin = (flow: Flow, args: readonly Value[], at: CallAt) => Value;
type Callback = (flow: Flow, args: readonly Value[], at: CallAt) => Value | undefined;

const nth = (args: readonly Value[], at: number): Value => args[at] ?? UNKNOWN;
const code: Builtin = (flow, args, at) => runCode(flow, nth(args, 0), at);
const command: Builtin = (flow, args, at) => {
  const first = nth(args, 0);
  return runCommand(flow, first.items ? (first.items.get('0') ?? anyItem(first)) : first, at);
};

/** Flags of a pattern that make PHP run the replacement. */
const runsReplacement = (pattern: Value): boolean | undefined => {
  const text = pattern.text ?? pattern.items?.values().next().value?.text;
  if (text === undefined) return undefined;
  return /^[^a-z0-9\s\\]/i.test(text) && /[)\]}>#/~@%!|,;'"*+][a-df-z]*e[a-z]*$/i.test(text);
};

const replace: Builtin = (flow, args, at) => {
  const [pattern, replacement, subject] = [nth(args, 0), nth(args, 1), nth(args, 2)];
  const runs = runsReplacement(pattern);
  if (runs) {
    // What the pattern matches is inserted into the code.
    const value =
      isVisitors(originOf([replacement])) || replacement.text === undefined
        ? replacement
        : known(replacement.text);
    const origin = originOf([value, subject]);
    // The replacement is only a part of the subject, which a shell keeps encoded.
    if (/^\W*\d\W*$/.test(value.text ?? '') && subject.decoders && !origin)
      return runCode(flow, { decoders: subject.decoders }, at);
    return runCode(
      flow,
      /\\\\?[0-9]|\$[0-9]/.test(value.text ?? '') && isVisitors(origin) ? { origin } : value,
      at,
    );
  }
  if (isVisitors(pattern.origin) && pattern.origin.exact && isVisitors(originOf([replacement])))
    return runCode(flow, { origin: pattern.origin }, at);
  return { origin: originOf([subject, replacement]), decoders: subject.decoders };
};

const evalFlag: Builtin = (flow, args, at) => {
  const flags = nth(args, 3);
  if (flags.text?.includes('e') || isVisitors(flags.origin)) return runCode(flow, nth(args, 1), at);
  return UNKNOWN;
};

const upload: Builtin = (flow, args, at) => moveUpload(flow, nth(args, 1), at);

const copy: Builtin = (flow, args, at) => {
  const [from, to] = [nth(args, 0), nth(args, 1)];
  if (from.origin?.from === 'upload') return moveUpload(flow, to, at);
  const isRemote =
    /^(https?|ftps?):/i.test(from.text ?? from.prefix ?? '') ||
    (isVisitors(from.origin) && from.origin.exact);
  if (!isRemote) return UNKNOWN;
  const data = {
    origin: { from: 'remote', exact: true, steps: [flow.step('remote-data', at.node)] },
  } as const;
  return writeFile(flow, { path: to, data }, at);
};

const write: Builtin = (flow, args, at) => {
  const given = nth(args, 1);
  const any = anyItem(given);
  const data = given.items ? (any.origin ? any : (given.items.values().next().value ?? given)) : given;
  return writeFile(flow, { path: nth(args, 0), data }, at);
};
const writeHandle: Builtin = (flow, args, at) =>
  writeFile(flow, { path: nth(args, 0).path ?? UNKNOWN, data: nth(args, 1) }, at);

const extract: Builtin = (_, args, { scope }) => {
  const origin = originOf([nth(args, 0)]);
  if (isVisitors(origin)) scope.unset = origin;
  for (const [name, value] of nth(args, 0).items ?? []) scope.set(name, value);
  return UNKNOWN;
};

const parseText: Builtin = (flow, args, at) => {
  const origin = originOf([nth(args, 0)]);
  const target = at.argumentNodes?.[1];
  if (origin && target) flow.assign(target, { origin }, at.scope);
  else if (isVisitors(origin)) at.scope.unset = origin;
  return UNKNOWN;
};

const environment: Builtin = (flow, args, at) => {
  if (/^LD_PRELOAD=/.test(nth(args, 0).text ?? nth(args, 0).prefix ?? ''))
    reportFlow(flow, at, {
      judgement: { severity: 'high', technique: 'command', rule: 'php-preload', confidence: 88 },
      last: 'called',
    });
  return UNKNOWN;
};

const mail: Builtin = (flow, args, at) => {
  const options = nth(args, 4);
  const isLog = /-X\s*\S|-O\s*QueueDirectory|-C\s*\//.test(options.text ?? options.prefix ?? '');
  if (isLog || (isVisitors(options.origin) && options.origin.exact))
    reportFlow(flow, at, {
      origin: options.origin,
      judgement: { severity: 'suspicious', technique: 'command', rule: 'php-mail-options', confidence: 60 },
      last: 'called',
    });
  return UNKNOWN;
};

const load: Builtin = (flow, args, at) => {
  if (isVisitors(nth(args, 0).origin))
    reportFlow(flow, at, {
      origin: nth(args, 0).origin,
      judgement: {
        severity: 'suspicious',
        technique: 'remote-code',
        rule: 'php-load-extension',
        confidence: 65,
      },
      last: 'called',
    });
  return UNKNOWN;
};

const unserialize: Builtin = (flow, args, at) => {
  const origin = originOf([nth(args, 0)]);
  if (isVisitors(origin) && nth(args, 1).items === undefined) {
    // Visitors set the properties of objects, whose methods run by themselves.
    flow.properties.set('*', { origin });
    reportFlow(flow, at, {
      origin,
      judgement: {
        severity: 'notice',
        technique: 'dynamic-call',
        rule: 'php-unserialize-request',
        confidence: 30,
      },
      last: 'called',
    });
  }
  return { origin };
};

const createFunction: Builtin = (flow, args, at) => {
  const parts = [nth(args, 0), nth(args, 1)];
  const origin = originOf(parts);
  runCode(flow, isVisitors(origin) ? { origin } : nth(args, 1), at);
  return UNKNOWN;
};

const define: Builtin = (flow, args) => {
  const name = nth(args, 0).text;
  if (name !== undefined) flow.constants.set(name, nth(args, 1));
  return UNKNOWN;
};

const shellExtension: Builtin = (flow, args, at) => {
  const value = nth(args, 0);
  return /^(https?|ftps?|phar):/.test(value.text ?? '') ? UNKNOWN : runInclude(flow, value, at);
};

export const BUILTINS: Readonly<Record<string, Builtin>> = {
  eval: code,
  assert: (flow, args, at) => {
    const value = nth(args, 0);
    // `assert($a > $b)` of tests is no code.
    return value.text === undefined && !value.origin && !value.decoders
      ? UNKNOWN
      : runCode(flow, value.text === '1' || value.text === '' ? UNKNOWN : value, at);
  },
  create_function: createFunction,
  preg_replace: replace,
  preg_filter: replace,
  mb_ereg_replace: evalFlag,
  mb_eregi_replace: evalFlag,
  system: command,
  exec: command,
  passthru: command,
  shell_exec: command,
  popen: command,
  proc_open: command,
  pcntl_exec: (flow, args, at) => {
    const list = nth(args, 1);
    runCommand(flow, { ...nth(args, 0), prefix: undefined }, at);
    return list.origin || list.items
      ? runCommand(flow, anyItem(list).origin ? anyItem(list) : UNKNOWN, at)
      : UNKNOWN;
  },
  expect_popen: command,
  include: shellExtension,
  require: shellExtension,
  include_once: shellExtension,
  require_once: shellExtension,
  file_put_contents: write,
  fwrite: writeHandle,
  fputs: writeHandle,
  move_uploaded_file: upload,
  copy,
  rename: copy,
  extract,
  parse_str: parseText,
  mb_parse_str: parseText,
  putenv: environment,
  mail,
  dl: load,
  unserialize,
  define,
  preg_match: (flow, args, at) => {
    const target = at.argumentNodes?.[2];
    if (target) flow.assign(target, { origin: originOf([nth(args, 1)]) }, at.scope);
    return UNKNOWN;
  },
};

/** Calls a callback with what is known of the values it gets. */
const each =
  (callback: number, data: readonly number[]): Callback =>
  (flow, args, at) => {
    const callee = args[callback];
    if (!callee) return undefined;
    const values = data.map((one) => {
      const value = nth(args, one);
      const item = value.items ? [...value.items.values()] : [];
      return value.origin
        ? { origin: value.origin }
        : (item.find((inner) => inner.origin) ?? item[0] ?? value);
    });
    const result = flow.callValue(callee, values, at);
    return { origin: result.origin ?? originOf(args), decoders: result.decoders };
  };

const listed: Callback = (flow, args, at) => {
  const list = nth(args, 1);
  const values = list.items ? [...list.items.values()] : [{ origin: list.origin }];
  return flow.callValue(nth(args, 0), values, at);
};
const direct: Callback = (flow, args, at) => flow.callValue(nth(args, 0), args.slice(1), at);
const sorted: Callback = each(1, [0, 0]);
const last: Callback = (flow, args, at) => each(args.length - 1, [0, 1])(flow, args, at);

/** Functions that call what an argument names. */
export const CALLBACKS: Readonly<Record<string, Callback>> = {
  call_user_func: direct,
  call_user_func_array: listed,
  forward_static_call: direct,
  forward_static_call_array: listed,
  register_shutdown_function: direct,
  register_tick_function: direct,
  array_map: each(0, [1, 2]),
  array_filter: each(1, [0]),
  array_walk: each(1, [0, 2]),
  array_walk_recursive: each(1, [0, 2]),
  array_reduce: each(1, [2, 0]),
  usort: sorted,
  uasort: sorted,
  uksort: sorted,
  array_udiff: last,
  array_diff_ukey: last,
  array_uintersect: last,
  array_intersect_ukey: last,
  array_udiff_assoc: last,
  array_udiff_uassoc: last,
  array_uintersect_uassoc: last,
  array_diff_uassoc: last,
  array_intersect_uassoc: last,
  iterator_apply: each(1, [2]),
  preg_replace_callback: each(1, [2]),
  mb_ereg_replace_callback: each(1, [2]),
  ob_start: (flow, args, at) =>
    args[0]?.text || args[0]?.origin ? flow.callValue(args[0], [{ origin: at.scope.unset }], at) : undefined,
  filter_var: (flow, args, at) => {
    const options = args[2]?.items?.get('options');
    return options
      ? flow.callValue(options.items?.get('callback') ?? options, [nth(args, 0)], at)
      : undefined;
  },
  filter_var_array: (flow, args, at) => {
    const options = args[1]?.items?.get('options') ?? anyItem(nth(args, 1));
    return flow.callValue(options, [anyItem(nth(args, 0))], at);
  },
  sqlite_create_function: each(2, [3]),
};
