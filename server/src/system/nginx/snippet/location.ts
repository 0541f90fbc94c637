import { excerpt } from './fault';
import { readMatch, type WrittenMatch } from './match';
import type { Statement } from './parse';
import { isSource, pathFault, mentionsScripts } from './paths';
import type { Match, Rule } from './rule';
import type { DirectiveContext } from './context';
import { capturesInLocation } from './scope';

const FORM = 'location [= | ~ | ~*] /path { … }';

type JudgeAll = (statements: readonly Statement[], context: DirectiveContext) => readonly Rule[];

/**
 * Whether a body refuses every request: `deny all` without exception, or a refusal. Only then can it never send the
 * source of a script.
 */
function refusesAll(body: readonly Statement[]): boolean {
  const says = (name: string, test: (value: string) => boolean) =>
    body.some(({ name: found, args }) => found === name && args.length === 1 && test(args[0]?.text ?? ''));
  const access = body.every(({ name }) => ['deny', 'allow', 'return'].includes(name));
  const refuses = says('return', (code) => /^4(?:0[0-9]|10|44)$/.test(code));
  const denies = says('deny', (who) => who === 'all') && !body.some(({ name }) => name === 'allow');
  return access && (refuses || denies);
}

function judgePath(
  written: Exclude<WrittenMatch, { readonly is: 'pattern' }>,
  context: DirectiveContext,
): Match | undefined {
  const { is, path, word } = written;
  if (is === 'prior') return context.fault(word, 'location-prior');
  if (is === 'named')
    return /^@[a-z0-9_-]{1,64}$/i.test(path)
      ? { is, path }
      : context.fault(word, 'location-name', { name: excerpt(path) });
  if (!path.startsWith('/')) return context.fault(word, 'location-path');
  if (path.includes('$')) return context.fault(word, 'variable-here');
  // oxlint-disable-next-line no-control-regex -- an escape of the text has become one
  if (/[\u0000-\u001f\u007f]/.test(path)) return context.fault(word, 'escape-unfit');
  const reason = pathFault(path);
  return reason ? context.fault(word, reason) : { is, path };
}

function judgeMatch(statement: Statement, context: DirectiveContext): Match | undefined {
  const written = readMatch(statement.args);
  if (!written) return context.fault(statement, 'arguments', { name: 'location', form: FORM });
  if (written.is !== 'pattern') return judgePath(written, context);
  const pattern = context.pattern(written.word);
  return pattern && { is: 'pattern', caseless: written.caseless, pattern };
}

/** Reports locations that match scripts unless they refuse them. */
function checkScripts(statement: Statement, match: Match, context: DirectiveContext): void {
  if (match.is === 'named') return;
  const scripts = match.is === 'pattern' ? mentionsScripts(match.pattern.text) : isSource(match.path);
  if (!scripts) return;
  if (match.is === 'prefix') context.fault(statement, 'location-script-prefix');
  else if (!refusesAll(statement.children ?? [])) context.fault(statement, 'location-script');
}

export function judgeLocation(
  statement: Statement,
  context: DirectiveContext,
  judgeAll: JudgeAll,
): Rule | undefined {
  if (!statement.children) return undefined;
  if (context.at !== 'top')
    return context.fault(statement, context.at === 'location' ? 'location-nested' : 'not-in-if', {
      name: 'location',
    });
  const match = judgeMatch(statement, context);
  if (match) checkScripts(statement, match, context);
  context.checkDuplicate(statement, match);
  const inner = context.inside('location', capturesInLocation(statement));
  inner.checkOrder(statement.children);
  const body = judgeAll(statement.children, inner);
  const refuses = refusesAll(statement.children);
  return match && { is: 'location', line: statement.line, match, body, refuses };
}
