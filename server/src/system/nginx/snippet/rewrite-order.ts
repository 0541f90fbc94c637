import { readCondition } from './condition';
import type { Faults } from './fault';
import type { Statement } from './parse';
import { isRedirectTarget } from './value';

/** A rewrite without a flag: the directives after it see a path that has not been looked up yet. */
const leavesPath = ({ name, args }: Statement): boolean =>
  name === 'rewrite' && args.length === 2 && !isRedirectTarget(args[1]?.text ?? '');

const testsFile = ({ name, args }: Statement): boolean => name === 'if' && readCondition(args)?.is === 'file';

/** In the order in which nginx runs them; statements in a location run separately. */
const inOrder = (statements: readonly Statement[]): readonly Statement[] =>
  statements.flatMap((statement) =>
    statement.name === 'location' ? [] : [statement, ...inOrder(statement.children ?? [])],
  );

/**
 * A rewrite without a flag changes the path, and nginx finds the path's location only after the last
 * directive. Before that no file may be tested (`/x(.*)` → `/$1` makes `/..` of `/x..`), and nothing may skip
 * that lookup: `break` would send any file that the path names, sources included.
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
