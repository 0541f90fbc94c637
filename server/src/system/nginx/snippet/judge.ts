import { readCondition, subjectName, type Condition } from './condition';
import { DIRECTIVES, type Directive } from './directives';
import { told, type Faults } from './fault';
import { checkGrowth } from './growth';
import { judgeLocation } from './location';
import type { Statement } from './parse';
import type { Rule, Test } from './rule';
import { Met, Scene } from './scene';
import { capturesInIf, MOST_OWN_NAMES, OwnNames } from './scope';
import { nearest } from './spelling';

const MOST_STATEMENTS = 2000;

export interface Judgement {
  readonly rules: readonly Rule[];
  /** The snippet's own variables, in order of appearance. */
  readonly names: readonly string[];
}

const KNOWN = [...Object.keys(DIRECTIVES), 'if', 'location'].sort();

function unknown({ name, ...place }: Statement, scene: Scene): undefined {
  const like = nearest(name, KNOWN);
  if (like !== undefined) return scene.fault(place, 'directive-misspelt', { name: told(name), like });
  return scene.fault(place, 'directive-unknown', { name: told(name), known: KNOWN.join(', ') });
}

function misplaced({ name, ...place }: Statement, scene: Scene): undefined {
  const reason =
    scene.at === 'top' ? 'not-at-top' : scene.at === 'location' ? 'not-in-location' : 'not-in-if';
  return scene.fault(place, reason, { name });
}

function simple(statement: Statement, directive: Directive, scene: Scene): Rule | undefined {
  const [least, most] = directive.args;
  const { length } = statement.args;
  if (statement.children) return scene.fault(statement, 'block-unexpected', { name: statement.name });
  if (!directive.places.includes(scene.at)) return misplaced(statement, scene);
  if (length < least || length > most)
    return scene.fault(statement, 'arguments', { name: statement.name, form: directive.form });
  return directive.read(statement, scene);
}

function judgeTest(condition: Condition, scene: Scene): Test | undefined {
  if (condition.is === 'file')
    return condition.subject.text === '$request_filename'
      ? { is: 'file', operator: condition.operator }
      : scene.fault(condition.subject, 'if-file');
  const subject = subjectName(condition.subject);
  if (subject === undefined) return scene.fault(condition.subject, 'variable-form');
  if (!scene.readable(condition.subject, subject)) return undefined;
  if (condition.is === 'filled') return { is: 'filled', subject };
  if (condition.is === 'equals') {
    const value = scene.value(condition.value);
    return value && { is: 'equals', subject, negated: condition.negated, value };
  }
  const pattern = scene.pattern(condition.pattern);
  return pattern && { is: 'matches', subject, operator: condition.operator, pattern };
}

function judgeIf(statement: Statement, scene: Scene): Rule | undefined {
  if (!statement.children) return undefined;
  if (scene.at !== 'top' && scene.at !== 'location') return misplaced(statement, scene);
  const condition = readCondition(statement.args);
  const test = condition ? judgeTest(condition, scene) : scene.fault(statement, 'if-form');
  const at = scene.at === 'top' ? 'top-if' : 'location-if';
  const body = judgeAll(statement.children, scene.inside(at, capturesInIf(statement, scene.captures)));
  return test && { is: 'if', line: statement.line, test, body };
}

function judgeOne(statement: Statement, scene: Scene): Rule | undefined {
  if (statement.name === 'if') return judgeIf(statement, scene);
  if (statement.name === 'location') return judgeLocation(statement, scene, judgeAll);
  const directive = Object.hasOwn(DIRECTIVES, statement.name) ? DIRECTIVES[statement.name] : undefined;
  return directive ? simple(statement, directive, scene) : unknown(statement, scene);
}

function judgeAll(statements: readonly Statement[], scene: Scene): readonly Rule[] {
  const once = new Map<string, number>();
  return statements.flatMap((statement) => {
    const first = once.get(statement.name);
    if (first !== undefined)
      scene.fault(statement, 'directive-twice', { name: statement.name, first: String(first) });
    else if (DIRECTIVES[statement.name]?.once) once.set(statement.name, statement.line);
    const rule = judgeOne(statement, scene);
    return rule ? [rule] : [];
  });
}

const flat = (statements: readonly Statement[]): readonly Statement[] =>
  statements.flatMap((statement) => [statement, ...flat(statement.children ?? [])]);

function checkNumbers(all: readonly Statement[], own: OwnNames, faults: Faults): void {
  const beyond = all[MOST_STATEMENTS];
  if (beyond) faults.add(beyond, 'too-many-statements', { limit: String(MOST_STATEMENTS) });
  const [first] = all;
  if (first && own.names.length > MOST_OWN_NAMES)
    faults.add(first, 'too-many-names', { limit: String(MOST_OWN_NAMES) });
}

/** What a tree of directives means, or what is wrong with it (told to `faults`). */
export function judge(statements: readonly Statement[], faults: Faults): Judgement {
  const own = new OwnNames(statements);
  const all = flat(statements);
  checkNumbers(all, own, faults);
  const named = new Set(
    statements
      .filter(({ name }) => name === 'location')
      .flatMap(({ args: [path] }) => (path?.text.startsWith('@') ? [path.text] : [])),
  );
  const scene = new Scene({ at: 'top', faults, own, named, captures: undefined, met: new Met() });
  scene.checkOrder(statements);
  const rules = judgeAll(statements.slice(0, MOST_STATEMENTS), scene);
  if (faults.count() === 0) checkGrowth(rules, faults);
  return { rules, names: own.names };
}
