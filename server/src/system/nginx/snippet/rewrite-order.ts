import { readCondition } from './condition';
import type { Faults } from './fault';
import type { Statement } from './parse';
import { isRedirectTarget } from './value';

/** A rewrite without a flag: the directives after it see a path that was not looked up yet. */
const leavesPath = ({ name, args }: Statement): boolean =>
  name === 'rewrite' && args.length === 2 && !isRedirectTarget(args[1]?.text ?? '');

const testsFile = ({ name, args }: Statement): boolean => name === 'if' && readCondition(args)?.is === 'file';

/** In the order in which nginx runs them; what is in a location runs elsewhere. */
const inOrder = (statements: readonly Statement[]): readonly Statement[] =>
  statements.flatMap((statement) =>
    statement.name === 'location' ? [] : [statement, ...inOrder(statement.children ?? [])],
  );

/**
 * A rewrite without a flag changes the path, and only the lookup behind the last directive asks which location it belongs
 * to now. Until then no file may be looked for (`/x(.*)` → `/$1` makes `/..` of `/x..`), and nothing may prevent that
 * lookup: `break` would send whatever the path names, source and all.
 */
export function checkOrder(statements: readonly Statement[], faults: Faults, inLocation: boolean): void {
  let loose: Statement | undefined;
  let moved: Statement | undefined;
  for (const statement of inOrder(statements)) {
    if (leavesPath(statement)) {
      loose ??= statement;
      if (statement.args[1]?.text.includes('$')) moved ??= statement;
    } else if (loose && inLocation && statement.name === 'break')
      faults.add(statement, 'break-after-rewrite');
    else if (moved && testsFile(statement))
      faults.add(statement, 'test-after-rewrite', { line: String(moved.line) });
  }
}
