import { LOCALES, type Locale } from '../faults/fault';
import type { Surroundings } from './registry';
import type { BuiltRemote } from './remote';
import { SERVER_PATHS } from './shell-paths';
import { GATE_TEXTS, type GateRule } from './gate-texts';
import { compareToRange, isRange } from './version-range';

/** Why a version would break the console or another remote, as data; `gateReasonText` has the words. */
export interface GateReason {
  readonly rule: GateRule;
  readonly detail: Readonly<Record<string, string | number>>;
}

/** Size of what a page fetches of a version, bytes in brotli. */
export interface RemoteWeight {
  readonly entry: number;
  /** All scripts and styles, including the entry. */
  readonly total: number;
}

export interface Candidate {
  readonly built: BuiltRemote;
  readonly weight: RemoteWeight;
}

type Rule = (candidate: Candidate, around: Surroundings) => readonly GateReason[];

const unfit = (rule: GateRule, detail: GateReason['detail']): GateReason => ({ rule, detail });

const readableRanges: Rule = ({ built: { requires } }) =>
  Object.entries(requires)
    .filter(([, range]) => !isRange(range))
    .map(([part, range]) => unfit('requires-unreadable', { part, range }));

/** Open pages may belong to any console that is still live. */
const fitsConsoles: Rule = ({ built: { requires } }, { consoles }) =>
  consoles.flatMap((console) =>
    (['shell', 'sdk'] as const)
      .filter((part) => isRange(requires[part]) && compareToRange(console[part], requires[part]) !== 'inside')
      .map((part) => unfit('requires', { part, range: requires[part], held: console[part] })),
  );

const isServers = (path: string): boolean => SERVER_PATHS.some((first) => path.split('/')[1] === first);

const reachesRoutes: Rule = ({ built: { routes } }) =>
  routes.filter(({ path }) => isServers(path)).map(({ path }) => unfit('route-reserved', { path }));

const twice = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/** Names that others already use, and names that the remote declares twice. */
function taken(
  rule: GateRule,
  own: readonly string[],
  others: readonly { readonly by: string; readonly names: readonly string[] }[],
): readonly GateReason[] {
  const mine = new Set(own);
  const byOthers = others.flatMap(({ by, names }) =>
    names.filter((name) => mine.has(name)).map((name) => unfit(rule, { name, by })),
  );
  return [...byOthers, ...twice(own).map((name) => unfit(rule, { name, by: 'itself' }))];
}

const claimsNothingTaken: Rule = ({ built }, { taken: held }) => {
  const of = (kind: 'routes' | 'menu' | 'permissions') =>
    held.map((holder) => ({ by: holder.by, names: holder[kind] }));
  return [
    ...taken(
      'route-taken',
      built.routes.map(({ path }) => path),
      of('routes'),
    ),
    ...taken(
      'menu-taken',
      built.menu.map(({ path }) => path),
      of('menu'),
    ),
    ...taken(
      'permission-taken',
      built.permissions.map(({ name }) => name),
      of('permissions'),
    ),
  ];
};

const hasParents: Rule = ({ built: { menu } }, { taken: held }) => {
  const others = new Set(held.flatMap((holder) => holder.menu));
  const parents = new Map(menu.map(({ path, parent }) => [path, parent]));
  /** Follows parents to the top of the menu; an entry in a cycle has no place in it. */
  const isHeld = (path: string, below: ReadonlySet<string>): boolean => {
    if (!parents.has(path)) return others.has(path);
    const parent = parents.get(path);
    return parent === undefined || (!below.has(parent) && isHeld(parent, new Set([...below, parent])));
  };
  return menu.flatMap(({ path, parent }) =>
    parent === undefined || isHeld(path, new Set([path])) ? [] : [unfit('menu-parent', { path, parent })],
  );
};

/** The manifest's references exist: redirect targets, the entries that titles depend on, the pages of shortcuts. */
const namesItsOwn: Rule = ({ built: { menu, routes, slots } }, { taken: held }) => {
  const pages = new Set(routes.map(({ path }) => path));
  const ends = new Set(routes.filter(({ redirect }) => redirect === undefined).map(({ path }) => path));
  const entries = new Set([...menu.map(({ path }) => path), ...held.flatMap((holder) => holder.menu)]);
  return [
    ...routes.flatMap(({ path, redirect: to }) =>
      to === undefined || ends.has(to) ? [] : [unfit('redirect-lost', { path, to })],
    ),
    ...menu.flatMap(({ path, titleWithout }) =>
      titleWithout === undefined || entries.has(titleWithout.path)
        ? []
        : [unfit('title-without', { path, without: titleWithout.path })],
    ),
    ...slots.flatMap((slot) =>
      slot.slot !== 'home.shortcut' || pages.has(slot.path.split('?')[0] ?? '')
        ? []
        : [unfit('slot-path', { path: slot.path })],
    ),
  ];
};

const isTranslated: Rule = ({ built: { menu, routes, slots, titles } }) => {
  const keys = new Set([
    ...menu.flatMap(({ titleKey, titleWithout }) =>
      titleWithout === undefined ? [titleKey] : [titleKey, titleWithout.titleKey],
    ),
    ...slots.map(({ titleKey }) => titleKey),
    ...routes.flatMap(({ titleKey, purposeKey }) =>
      purposeKey === undefined ? [titleKey] : [titleKey, purposeKey],
    ),
  ]);
  return LOCALES.flatMap((locale) =>
    [...keys]
      .filter((key) => !Object.hasOwn(titles[locale], key) || titles[locale][key]?.trim() === '')
      .map((key) => unfit('title-missing', { key, locale })),
  );
};

const keepsBudget: Rule = ({ weight }, { budget }) =>
  (['entry', 'total'] as const)
    .filter((part) => weight[part] > budget[part])
    .map((part) => unfit(`${part}-too-large`, { bytes: weight[part], budget: budget[part] }));

const RULES: readonly Rule[] = [
  readableRanges,
  fitsConsoles,
  reachesRoutes,
  claimsNothingTaken,
  hasParents,
  namesItsOwn,
  isTranslated,
  keepsBudget,
];

/** Every reason not to make a version live now; empty if there is none. */
export const gateReasons = (candidate: Candidate, around: Surroundings): readonly GateReason[] =>
  RULES.flatMap((rule) => rule(candidate, around));

/** One reason in words. */
export const gateReasonText = ({ rule, detail }: GateReason, locale: Locale): string =>
  GATE_TEXTS[rule][locale].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(detail[name] ?? placeholder),
  );
