import type { StatementRefusal } from '@sitedeck/contract';
import { quotingOf, type Quoting } from '../syntax/quoting';
import { hasWord, isSetval, reachesFiles, type CompleteStatement } from './complete-statement';
import { databaseBefore, withoutCuts, withoutDatabases, type TextCut } from './sequence-names';
import { isWord, tokensOf, type Reader, type Token } from '../syntax/tokens';

/** What the load does with a statement of a dump. */
export type Judgement =
  | {
      readonly is: 'run';
      /** The statement to run instead; undefined: unchanged. */
      readonly text?: string;
      readonly effect?: Effect;
      /** The definer was removed. */
      readonly definer?: true;
    }
  /** Skipped; the loaded data are the same without it. */
  | { readonly is: 'skip'; readonly what: 'use' | 'database' | 'nothing'; readonly name?: string }
  | { readonly is: 'refused'; readonly why: StatementRefusal };

/** An effect that the loading code must know about. */
export type Effect =
  | { readonly is: 'makes table'; readonly name: string; readonly ifNotExists: boolean }
  | { readonly is: 'drops tables'; readonly names: readonly string[] }
  | { readonly is: 'drops views'; readonly names: readonly string[] }
  /** A view, routine, trigger or event. */
  | { readonly is: 'makes object'; readonly name: string }
  /** It may change how later statements are read. `guess`: the quoting that it seems to set. */
  | { readonly is: 'session'; readonly guess?: Quoting };

/** Length of the beginning that decides, characters; after it come values and bodies. */
const HEAD = 8192;
const TOKENS = 400;

const RUN: Judgement = { is: 'run' };
const NOTHING: Judgement = { is: 'skip', what: 'nothing' };
const refused = (why: StatementRefusal): Judgement => ({ is: 'refused', why });

/** Statements that reach beyond the database, by their first word. */
const FORBIDDEN: Readonly<Record<string, StatementRefusal>> = {
  GRANT: 'rights',
  REVOKE: 'rights',
  LOAD: 'server-files',
  SHUTDOWN: 'server-control',
  KILL: 'server-control',
  INSTALL: 'server-control',
  UNINSTALL: 'server-control',
  PURGE: 'server-control',
  RESET: 'server-control',
  CHANGE: 'server-control',
  STOP: 'server-control',
  BINLOG: 'server-control',
  BACKUP: 'server-control',
  CACHE: 'server-control',
  CLONE: 'server-control',
  PREPARE: 'dynamic',
  EXECUTE: 'dynamic',
  DEALLOCATE: 'dynamic',
  CALL: 'dynamic',
  HANDLER: 'dynamic',
  XA: 'transaction',
  SYSTEM: 'client-command',
  SOURCE: 'client-command',
  TEE: 'client-command',
  NOTEE: 'client-command',
  PAGER: 'client-command',
  NOPAGER: 'client-command',
  EDIT: 'client-command',
  CONNECT: 'client-command',
  CHARSET: 'client-command',
  DELIMITER: 'client-command',
  CLEAR: 'client-command',
  EGO: 'client-command',
  GO: 'client-command',
  QUIT: 'client-command',
  EXIT: 'client-command',
  STATUS: 'client-command',
  HELP: 'client-command',
};

/**
 * Statements that no dump needs but that do no harm: their result is not read, or the load does their work
 * itself.
 */
const SKIPPED: ReadonlySet<string> = new Set([
  'LOCK',
  'UNLOCK',
  'ANALYZE',
  'OPTIMIZE',
  'CHECK',
  'REPAIR',
  'SHOW',
  'DESCRIBE',
  'DESC',
  'EXPLAIN',
  'CHECKSUM',
]);

const DATA: ReadonlySet<string> = new Set(['INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'TRUNCATE', 'RENAME']);
const TRANSACTION: ReadonlySet<string> = new Set(['COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE']);

type Words = readonly Token[];

/** Judges a statement by its beginning, as an engine reads it. `text`: one character per byte. */
export function judgeStatement(text: string, reader: Reader): Judgement {
  if (text.startsWith('\\')) return refused('client-command');
  const words: Token[] = [];
  for (const token of tokensOf(text.slice(0, HEAD), reader)) {
    if (token.isAmbiguous) return refused('ambiguous');
    words.push(token);
    if (words.length >= TOKENS || (words.length >= 12 && DATA.has(words[0]?.text ?? ''))) break;
  }
  const [first] = words;
  if (!first) return NOTHING;
  if (first.is !== 'word') return first.text === '(' ? selects(words) : refused('client-command');
  return byFirstWord(first.text, words, { text, reader });
}

type Judge = (words: Words, statement: CompleteStatement) => Judgement;

/** Statements whose next words decide, by their first word. */
const BY_MORE: Readonly<Record<string, Judge>> = {
  USE: (words) => ({ is: 'skip', what: 'use', name: words[1]?.text ?? '' }),
  SELECT: selects,
  WITH: selects,
  VALUES: selects,
  SET: sets,
  // Functions can't be judged here, so only setting the position of a sequence is allowed.
  DO: (_words, statement) => (isSetval(statement) ? RUN : refused('dynamic')),
  // Anything else is a block, which some modes allow outside a routine.
  BEGIN: (words) => (words.length === 1 || isWord(words[1], 'WORK') ? RUN : refused('dynamic')),
  START: (words) => (isWord(words[1], 'TRANSACTION') ? RUN : refused('server-control')),
  FLUSH: flushes,
  CREATE: makes,
  ALTER: makes,
  DROP: drops,
};

function byFirstWord(first: string, words: Words, statement: CompleteStatement): Judgement {
  if (SKIPPED.has(first)) return NOTHING;
  if (TRANSACTION.has(first) || DATA.has(first)) return RUN;
  const more = Object.hasOwn(BY_MORE, first) ? BY_MORE[first] : undefined;
  if (more) return more(words, statement);
  const forbidden = Object.hasOwn(FORBIDDEN, first) ? FORBIDDEN[first] : undefined;
  return refused(forbidden ?? 'foreign');
}

/** Flushing these caches does no harm; everything else that FLUSH affects belongs to the server. */
function flushes(words: Words): Judgement {
  return isWord(words[1], 'TABLES', 'TABLE') ? NOTHING : refused('server-control');
}

function selects(words: Words): Judgement {
  const reaches = words.some((word) => isWord(word, 'OUTFILE', 'DUMPFILE', 'LOAD_FILE'));
  return reaches ? refused('server-files') : NOTHING;
}

/** Settings of a replica or of the binary log: MySQL's dumps contain them, and the data don't need them. */
const REPLICATION = /SQL_LOG_BIN|GTID_PURGED|GTID_SLAVE_POS|GTID_SEQ_NO|GTID_DOMAIN_ID|PSEUDO_SLAVE_MODE/i;

function sets(words: Words, { text }: CompleteStatement): Judgement {
  const [, second, third] = words;
  if (isWord(second, 'PASSWORD', 'ROLE') || (isWord(second, 'DEFAULT') && isWord(third, 'ROLE')))
    return refused('rights');
  if (isWord(second, 'STATEMENT')) return refused('dynamic');
  const assigned = assignedIn(words);
  if (assigned.some((name) => REPLICATION.test(name)) || /^@@GLOBAL\.?GTID_PURGED/i.test(second?.text ?? ''))
    return NOTHING;
  if (assigned.some((name) => /^(?:GLOBAL|PERSIST)\b/.test(name))) return refused('server-settings');
  // A later part of the statement, which was not read, may set it too.
  const isCut = words.length >= TOKENS || text.length > HEAD;
  if (isCut || assigned.some((name) => name.endsWith('SQL_MODE')))
    return { is: 'run', effect: { is: 'session', guess: quotingOf(text) }, ...changed(text, repaired(text)) };
  // SET NAMES has no equals sign and may follow other settings.
  const hasNames = words.some((word) => isWord(word, 'NAMES', 'CHARACTER', 'CHARSET'));
  const isOwn = !hasNames && assigned.every((name) => name.startsWith('@'));
  return isOwn ? RUN : { is: 'run', effect: { is: 'session' } };
}

/** Names to the left of each `=`: `GLOBAL X`, `@@GLOBAL.X` as `GLOBAL.X`. */
function assignedIn(words: Words): readonly string[] {
  const names: string[] = [];
  let name: string[] = [];
  let isLeft = true;
  let depth = 0;
  for (const { is, text } of words.slice(1)) {
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (isLeft && text === '=') {
      names.push(name.join('').replace(/^@@/, ''));
      isLeft = false;
    } else if (text === ',' && depth === 0) {
      isLeft = true;
      name = [];
    } else if (isLeft && text !== ':') name.push(is === 'word' && name.length > 0 ? ` ${text}` : text);
  }
  // A quoted name counts like the same name without quotes.
  return names.map((each) =>
    each
      .toUpperCase()
      .replace(/\s*\.\s*/g, '.')
      .replace(/^(GLOBAL|PERSIST)\./, '$1 '),
  );
}

const OBJECTS: ReadonlySet<string> = new Set([
  'VIEW',
  'TRIGGER',
  'PROCEDURE',
  'FUNCTION',
  'EVENT',
  'PACKAGE',
]);
const RELATIONS: ReadonlySet<string> = new Set(['TABLE', 'INDEX', 'SEQUENCE', 'KEY']);

/** CREATE and ALTER, by the type of object. */
function makes(words: Words, statement: CompleteStatement): Judgement {
  const { text } = statement;
  const at = words.findIndex(
    ({ is, text: word }, index) =>
      index > 0 &&
      is === 'word' &&
      (OBJECTS.has(word) || RELATIONS.has(word) || OTHERS.has(word)) &&
      // In DEFINER=`TABLE`@… it is a name; a word after `=` is a value.
      words[index - 1]?.text !== '=',
  );
  const objectType = words[at]?.text ?? '';
  if (OTHERS.has(objectType)) return OTHERS.get(objectType) ?? refused('server-control');
  // A function from a library.
  if (objectType === 'FUNCTION' && hasWord(statement, 'SONAME')) return refused('server-files');
  if (OBJECTS.has(objectType)) return createsObject(words, { at, text });
  if (!RELATIONS.has(objectType)) return refused('foreign');
  if (reachesFiles(statement)) return refused('server-files');
  const name = words.slice(at + 1).find((word) => word.is === 'name' || !isWord(word, 'IF', 'NOT', 'EXISTS'));
  const isTable = BASE.has(objectType) && isWord(words[0], 'CREATE') && !isTemporary(words, at);
  const rewritten =
    objectType === 'TABLE' ? changed(text, repaired(withoutDatabases(text, statement.reader))) : {};
  if (!isTable || !name) return { is: 'run', ...rewritten };
  const ifNotExists = isWord(words[at + 1], 'IF');
  const tableName = text.slice(name.at, name.end).replace(/^`|`$/g, '').replaceAll('``', '`');
  return { is: 'run', effect: { is: 'makes table', name: tableName, ifNotExists }, ...rewritten };
}

/** A sequence shares the namespace of tables, and is treated like one. */
const BASE: ReadonlySet<string> = new Set(['TABLE', 'SEQUENCE']);

const isTemporary = (words: Words, at: number): boolean =>
  words.slice(0, at).some((word) => isWord(word, 'TEMPORARY'));

const OTHERS: ReadonlyMap<string, Judgement> = new Map([
  ['DATABASE', { is: 'skip', what: 'database' }],
  ['SCHEMA', { is: 'skip', what: 'database' }],
  ['USER', refused('rights')],
  ['ROLE', refused('rights')],
  ['SERVER', refused('server-control')],
  ['TABLESPACE', refused('server-control')],
  ['LOGFILE', refused('server-control')],
]);

interface MadeObject {
  /** Index of the word that names the type of object. */
  readonly at: number;
  readonly text: string;
}

/**
 * The head of an object without its definer (the loading account becomes the owner) and without a database.
 */
function createsObject(words: Words, { at, text }: MadeObject): Judgement {
  const owner = ownerIn(words.slice(0, at));
  const cuts = [...owner, ...(isWord(words[at], 'TRIGGER') ? databasesOfTrigger(words, at) : [])];
  const effect = { is: 'makes object' as const, name: createdName(words, { at, text }) };
  if (cuts.length === 0) return { is: 'run', effect };
  const definer = owner.length > 0 && { definer: true as const };
  return { is: 'run', effect, text: withoutCuts(text, cuts), ...definer };
}

/** After the database, if one is named. */
function createdName(words: Words, { at, text }: MadeObject): string {
  const from = words.findIndex(
    (word, index) => index > at && !isWord(word, 'BODY', 'IF', 'NOT', 'EXISTS') && word.is !== 'sign',
  );
  const name = words[words[from + 1]?.text === '.' ? from + 2 : from];
  if (!name) return '';
  return name.is === 'name' ? name.text : text.slice(name.at, name.end);
}

/** A dump contains triggers as they were written, possibly with the name of their original database. */
function databasesOfTrigger(words: Words, at: number): readonly TextCut[] {
  const from = isWord(words[at + 1], 'IF') ? at + 4 : at + 1;
  const on = words.findIndex((word, index) => index > from && isWord(word, 'ON'));
  return [...databaseBefore(words, from), ...(on < 0 ? [] : databaseBefore(words, on + 1))];
}

/** `DEFINER = …` */
function ownerIn(head: Words): readonly TextCut[] {
  const at = head.findIndex((word, index) => isWord(word, 'DEFINER') && head[index + 1]?.text === '=');
  const definer = head[at];
  if (at < 0 || !definer) return [];
  // A name, possibly with `@` and another name, or CURRENT_USER with parentheses.
  return [[definer.at, head[ownerEnd(head, at + 2)]?.end ?? definer.end]];
}

function ownerEnd(head: Words, from: number): number {
  let last = from;
  if (head[last + 1]?.text === '@') last += 2;
  else if (head[last + 1]?.is === 'word' && head[last + 1]?.text.startsWith('@')) last += 1;
  if (head[last + 1]?.text === '(' && head[last + 2]?.text === ')') last += 2;
  return last;
}

function drops(words: Words): Judgement {
  const at = words.findIndex((word, index) => index > 0 && word.is === 'word' && word.text !== 'TEMPORARY');
  const objectType = words[at]?.text ?? '';
  const other = OTHERS.get(objectType);
  if (other) return other;
  if (BASE.has(objectType) && !isTemporary(words, at))
    return { is: 'run', effect: { is: 'drops tables', names: namesFrom(words, at + 1) } };
  if (objectType === 'VIEW')
    return { is: 'run', effect: { is: 'drops views', names: namesFrom(words, at + 1) } };
  if (OBJECTS.has(objectType) || RELATIONS.has(objectType)) return RUN;
  return refused(objectType === 'PREPARE' ? 'dynamic' : 'foreign');
}

const namesFrom = (words: Words, from: number): readonly string[] =>
  words
    .slice(from)
    .filter((word) => word.is === 'name' || (word.is === 'word' && !NOT_NAMES.has(word.text)))
    .map(({ is, text }) => (is === 'name' ? text : text.toLowerCase()));
const NOT_NAMES: ReadonlySet<string> = new Set(['IF', 'EXISTS', 'CASCADE', 'RESTRICT']);

/** MySQL 8 has collations that MariaDB does not know; these are the nearest. */
function repaired(text: string): string {
  if (!text.includes('0900_')) return text;
  return text
    .replace(/\butf8mb4_0900_bin\b/gi, 'utf8mb4_bin')
    .replace(/\butf8mb4_(?:[a-z]+_)*0900_[a-z_]+\b/gi, 'utf8mb4_unicode_520_ci');
}

const changed = (text: string, next: string): { readonly text?: string } =>
  next === text ? {} : { text: next };
