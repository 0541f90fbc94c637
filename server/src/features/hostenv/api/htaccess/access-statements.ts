import type { Access, Policy } from './access';
import type { Conversion } from './conversion';
import type { FilesScope } from './files-scope';
import { wrapInConditions, simplifyGroups } from './conditional-blocks';
import { nginxBlock, quotedPattern } from './nginx-text';
import { networkPattern } from './networks';
import { Unconvertible } from './reasons';
import type { Directive } from './read-htaccess';
import { comparisonTest, type Test } from './condition-tests';

interface Closing {
  readonly from: readonly Directive[];
  readonly access: Access;
  readonly scope: FilesScope | undefined;
}

const addresses = (networks: readonly string[], negated: boolean): Test => {
  const patterns = networks.map(networkPattern);
  if (!patterns.every((pattern) => pattern !== undefined))
    throw new Unconvertible('access', networks.join(' '));
  return comparisonTest('$remote_addr', { pattern: patterns.join('|'), negated, nocase: false });
};

function fullSite(policy: Policy): string[] {
  switch (policy.is) {
    case 'open':
      return [];
    case 'closed':
      return ['deny all;'];
    case 'except':
      return policy.networks.map((network) => `deny ${network};`);
    case 'only':
      return [
        ...policy.but.map((network) => `deny ${network};`),
        ...policy.networks.map((network) => `allow ${network};`),
        'deny all;',
      ];
  }
}

/** An `if`, not a location: a location would send the source of a script to admitted visitors. */
function someFiles(policy: Policy, pattern: string): string[] {
  const path = comparisonTest('$uri', { pattern, negated: false, nocase: false });
  const refused = ['return 403;'];
  const when = (...tests: readonly Test[]) =>
    wrapInConditions(simplifyGroups(tests.map((test) => [test])) ?? [], refused);
  switch (policy.is) {
    case 'open':
      return [];
    case 'closed':
      return when(path);
    case 'except':
      return when(path, addresses(policy.networks, false));
    case 'only':
      return [
        ...when(path, addresses(policy.networks, true)),
        ...(policy.but.length > 0 ? when(path, addresses(policy.but, false)) : []),
      ];
  }
}

/** Denies requests for which a variable of the file is set: mostly bad robots. */
function byEnvironment(
  conversion: Conversion,
  { access, scope }: Closing,
): { code: string[]; from: Directive[] } {
  const tests = access.environment.flatMap((name) => {
    const found = conversion.environment.get(name);
    if (!found) throw new Unconvertible('access', `env=${name}`);
    return found;
  });
  if (tests.length === 0) return { code: [], from: [] };
  const group = tests.map((test) => comparisonTest(test.variable, { ...test, negated: false }));
  const path = scope
    ? [[comparisonTest('$uri', { pattern: scope.pattern, negated: false, nocase: false })]]
    : [];
  return {
    code: wrapInConditions(simplifyGroups([...path, group]) ?? [], ['return 403;']),
    from: tests.map(({ from }) => from),
  };
}

export function emitAccess(conversion: Conversion, closing: Closing): void {
  const { from, access, scope } = closing;
  const code = scope ? someFiles(access.policy, scope.pattern) : fullSite(access.policy);
  const bad = byEnvironment(conversion, closing);
  if (code.length + bad.code.length === 0) for (const directive of from) conversion.skip(directive);
  else conversion.emit({ place: 'access', from: [...bad.from, ...from], code: [...bad.code, ...code] });
}

/** Refuses the methods of `<Limit>` and `<LimitExcept>` sections that deny everything. */
export function emitMethods(conversion: Conversion, section: Directive, access: Access): void {
  const methods = section.args.map((method) => method.toUpperCase());
  if (!methods.every((method) => /^[A-Z]{1,20}$/.test(method)) || methods.length === 0)
    throw new Unconvertible('incomplete', section.text);
  if (access.policy.is === 'open' && access.environment.length === 0) return conversion.skip(section);
  if (access.policy.is !== 'closed') throw new Unconvertible('section', section.text);
  const all = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  const sign = section.name === '<limitexcept' ? '!~' : '~';
  const test = `if ($request_method ${sign} ${quotedPattern(`^(?:${[...new Set(all)].join('|')})$`)})`;
  conversion.emit({ place: 'access', from: [section], code: [nginxBlock(test, 'return 403;')] });
}
