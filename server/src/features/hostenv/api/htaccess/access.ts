import { networkOf } from './networks';
import { Unconvertible } from './reasons';
import type { Directive, Node, Section } from './read-htaccess';

/** Which visitors may enter. */
export type Policy =
  | { readonly is: 'open' }
  | { readonly is: 'closed' }
  | { readonly is: 'only'; readonly networks: readonly string[]; readonly but: readonly string[] }
  | { readonly is: 'except'; readonly networks: readonly string[] };

interface NamedSources {
  readonly all: boolean;
  readonly networks: readonly string[];
  readonly environment: readonly string[];
}

const DENY_ALL: NamedSources = { all: false, networks: [], environment: [] };

function named(words: readonly string[]): NamedSources {
  const environment: string[] = [];
  const networks: string[] = [];
  let all = false;
  for (const word of words.flatMap((one) => one.split(',')).filter(Boolean)) {
    const lower = word.toLowerCase();
    const network = networkOf(word);
    if (lower === 'all') all = true;
    else if (lower.startsWith('env=') && !lower.startsWith('env=!')) environment.push(word.slice(4));
    else if (network !== undefined) networks.push(network);
    else throw new Unconvertible('access', word);
  }
  return { all, networks, environment };
}

const both = (one: NamedSources, other: NamedSources): NamedSources => ({
  all: one.all || other.all,
  networks: [...one.networks, ...other.networks],
  environment: [...one.environment, ...other.environment],
});

/** The policy, and variables that keep a visitor out when they are set. */
export interface Access {
  readonly policy: Policy;
  readonly environment: readonly string[];
}

const openBut = (networks: readonly string[]): Policy =>
  networks.length > 0 ? { is: 'except', networks } : { is: 'open' };

/** `Order Allow,Deny`: visitors need an `Allow`, and a `Deny` overrides it. */
function allowFirst(allow: NamedSources, deny: NamedSources): Policy {
  if (deny.all || (!allow.all && allow.networks.length === 0)) return { is: 'closed' };
  return allow.all ? openBut(deny.networks) : { is: 'only', networks: allow.networks, but: deny.networks };
}

/** `Order Deny,Allow`: visitors may enter unless denied, and an `Allow` overrides that. */
function denyFirst(allow: NamedSources, deny: NamedSources): Policy {
  const { networks } = allow;
  if (allow.all) return { is: 'open' };
  if (deny.all) return networks.length > 0 ? { is: 'only', networks, but: [] } : { is: 'closed' };
  if (deny.networks.length > 0 && networks.length > 0) throw new Unconvertible('access', 'Order');
  return openBut(deny.networks);
}

/** `Order`, `Allow`, `Deny`. */
function oldAccess(lines: readonly Directive[]): Access {
  let [allow, deny, isAllowFirst] = [DENY_ALL, DENY_ALL, false];
  for (const { name, args } of lines) {
    const from = args[0]?.toLowerCase() === 'from' ? args.slice(1) : args;
    if (name === 'order') isAllowFirst = /^allow/i.test(args.join(''));
    else if (name === 'allow') allow = both(allow, named(from));
    else deny = both(deny, named(from));
  }
  if (allow.environment.length > 0) throw new Unconvertible('access', 'Allow from env');
  const policy = isAllowFirst ? allowFirst(allow, deny) : denyFirst(allow, deny);
  return { policy, environment: allow.all && !isAllowFirst ? [] : deny.environment };
}

interface Requirements {
  granted: boolean;
  denied: boolean;
  readonly networks: string[];
  readonly refused: string[];
  readonly environment: string[];
}

/** One `Require`; `not` counts only inside `<RequireAll>`. */
function requireOne(required: Requirements, { args, text }: Directive, every: boolean): void {
  const negated = args[0]?.toLowerCase() === 'not';
  const [kind = '', ...values] = negated ? args.slice(1) : args;
  const is = `${negated ? 'not ' : ''}${kind.toLowerCase()}`;
  if (/^(?:valid-user|user|group|ldap-\w+)$/.test(is)) throw new Unconvertible('password');
  if (is === 'all') required[/^granted$/i.test(values[0] ?? '') ? 'granted' : 'denied'] = true;
  else if (is === 'ip') required.networks.push(...named(values).networks);
  else if (is === 'local') required.networks.push('127.0.0.0/8', '::1');
  else if (is === 'not ip' && every) required.refused.push(...named(values).networks);
  else if (is === 'not env' && every) required.environment.push(...values);
  else throw new Unconvertible('access', text);
}

/** `Require` lines: one of them is enough, except inside `<RequireAll>`. */
function newAccess(lines: readonly Directive[], every: boolean): Access {
  const required: Requirements = {
    granted: false,
    denied: false,
    networks: [],
    refused: [],
    environment: [],
  };
  for (const line of lines) requireOne(required, line, every);
  const { granted, denied, networks, refused, environment } = required;
  const listed = networks.length > 0;
  const closed = every ? denied : denied && !granted && !listed;
  if (closed) return { policy: { is: 'closed' }, environment };
  if (listed && (every || !granted)) return { policy: { is: 'only', networks, but: refused }, environment };
  return { policy: openBut(refused), environment };
}

export const ACCESS_NAMES = new Set(['order', 'allow', 'deny', 'require', '<requireall', '<requireany']);

export const directivesIn = (nodes: readonly Node[]): Directive[] =>
  nodes.flatMap((node) => (node.is === 'directive' ? [node] : directivesIn(node.children)));

const isSection = (node: Directive | Section): node is Section => 'children' in node;

/** The access policy of a section; `Require` overrides the older `Order`, `Allow`, `Deny`. */
export function accessOf(nodes: readonly (Directive | Section)[]): Access {
  const sections = nodes.filter(isSection);
  const [section, ...others] = sections;
  const requires = nodes.filter(({ name }) => name === 'require');
  if (section) {
    const nested = section.children.some((child) => child.is === 'section');
    if (others.length > 0 || requires.length > 0 || nested) throw new Unconvertible('access', section.text);
    return newAccess(directivesIn(section.children), section.name === '<requireall');
  }
  return requires.length > 0 ? newAccess(requires, false) : oldAccess(nodes);
}
