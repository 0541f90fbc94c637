import { readCondition, subjectName, type Condition } from './condition';
import { DIRECTIVES, type Directive } from './directives';
import { excerpt, type Faults } from './fault';
import { checkMemoryGrowth } from './memory-growth';
import { judgeLocation } from './location';
import type { Statement } from './parse';
import type { Rule, Test } from './rule';
import { SnippetTotals, DirectiveContext } from './context';
import { capturesInIf, OWN_NAMES_MAX, OwnNames } from './scope';
import { nearestSpelling } from './spelling';

const STATEMENTS_MAX = 2000;

export interface Judgement {
  readonly rules: readonly Rule[];
  /** The snippet's own variables, in order of appearance. */
  readonly names: readonly string[];
}

const KNOWN = [...Object.keys(DIRECTIVES), 'if', 'location'].sort();

function unknown({ name, ...position }: Statement, context: DirectiveContext): undefined {
  const like = nearestSpelling(name, KNOWN);
  if (like !== undefined) return context.fault(position, 'directive-misspelt', { name: excerpt(name), like });
  return context.fault(position, 'directive-unknown', { name: excerpt(name), known: KNOWN.join(', ') });
}

function misplaced({ name, ...position }: Statement, context: DirectiveContext): undefined {
  const reason =
    context.at === 'top' ? 'not-at-top' : context.at === 'location' ? 'not-in-location' : 'not-in-if';
  return context.fault(position, reason, { name });
}

function simple(statement: Statement, directive: Directive, context: DirectiveContext): Rule | undefined {
  const [least, most] = directive.args;
  const { length } = statement.args;
  if (statement.children) return context.fault(statement, 'block-unexpected', { name: statement.name });
  if (!directive.contexts.includes(context.at)) return misplaced(statement, context);
  if (length < least || length > most)
    return context.fault(statement, 'arguments', { name: statement.name, form: directive.form });
  return directive.read(statement, context);
}

function judgeTest(condition: Condition, context: DirectiveContext): Test | undefined {
  if (condition.is === 'file')
    return condition.subject.text === '$request_filename'
      ? { is: 'file', operator: condition.operator }
      : context.fault(condition.subject, 'if-file');
  const subject = subjectName(condition.subject);
  if (subject === undefined) return context.fault(condition.subject, 'variable-form');
  if (!context.readable(condition.subject, subject)) return undefined;
  if (condition.is === 'filled') return { is: 'filled', subject };
  if (condition.is === 'equals') {
    const value = context.value(condition.value);
    return value && { is: 'equals', subject, negated: condition.negated, value };
  }
  const pattern = context.pattern(condition.pattern);
  return pattern && { is: 'matches', subject, operator: condition.operator, pattern };
}

function judgeIf(statement: Statement, context: DirectiveContext): Rule | undefined {
  if (!statement.children) return undefined;
  if (context.at !== 'top' && context.at !== 'location') return misplaced(statement, context);
  const condition = readCondition(statement.args);
  const test = condition ? judgeTest(condition, context) : context.fault(statement, 'if-form');
  const at = context.at === 'top' ? 'top-if' : 'location-if';
  const body = judgeAll(statement.children, context.inside(at, capturesInIf(statement, context.captures)));
  return test && { is: 'if', line: statement.line, test, body };
}

function judgeOne(statement: Statement, context: DirectiveContext): Rule | undefined {
  if (statement.name === 'if') return judgeIf(statement, context);
  if (statement.name === 'location') return judgeLocation(statement, context, judgeAll);
  const directive = Object.hasOwn(DIRECTIVES, statement.name) ? DIRECTIVES[statement.name] : undefined;
  return directive ? simple(statement, directive, context) : unknown(statement, context);
}

function judgeAll(statements: readonly Statement[], context: DirectiveContext): readonly Rule[] {
  const once = new Map<string, number>();
  return statements.flatMap((statement) => {
    const first = once.get(statement.name);
    if (first !== undefined)
      context.fault(statement, 'directive-twice', { name: statement.name, first: String(first) });
    else if (DIRECTIVES[statement.name]?.once) once.set(statement.name, statement.line);
    const rule = judgeOne(statement, context);
    return rule ? [rule] : [];
  });
}

const flat = (statements: readonly Statement[]): readonly Statement[] =>
  statements.flatMap((statement) => [statement, ...flat(statement.children ?? [])]);

function checkNumbers(all: readonly Statement[], own: OwnNames, faults: Faults): void {
  const firstBeyondLimit = all[STATEMENTS_MAX];
  if (firstBeyondLimit)
    faults.add(firstBeyondLimit, 'too-many-statements', { limit: String(STATEMENTS_MAX) });
  const [first] = all;
  if (first && own.names.length > OWN_NAMES_MAX)
    faults.add(first, 'too-many-names', { limit: String(OWN_NAMES_MAX) });
}

/** Turns parsed directives into rules; adds problems to `faults`. */
export function judgeSnippet(statements: readonly Statement[], faults: Faults): Judgement {
  const own = new OwnNames(statements);
  const all = flat(statements);
  checkNumbers(all, own, faults);
  const named = new Set(
    statements
      .filter(({ name }) => name === 'location')
      .flatMap(({ args: [path] }) => (path?.text.startsWith('@') ? [path.text] : [])),
  );
  const context = new DirectiveContext({
    name: 'top',
    faults,
    own,
    named,
    captures: undefined,
    totals: new SnippetTotals(),
  });
  context.checkOrder(statements);
  const rules = judgeAll(statements.slice(0, STATEMENTS_MAX), context);
  if (faults.count() === 0) checkMemoryGrowth(rules, faults);
  return { rules, names: own.names };
}
