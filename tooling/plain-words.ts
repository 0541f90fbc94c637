import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Words that a newcomer must read twice, with the usual word instead. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['told', 'reported'],
  ['tells', 'reports'],
  ['wish', 'request'],
  ['wishes', 'requests'],
  ['anew', 'again'],
  ['whoever', 'caller'],
  ['somebody', 'user'],
  ['nobody', 'no one who has a name: caller, user, owner'],
  ['thing', 'entry'],
  ['things', 'entries'],
  ['beginner', 'starter of a task: makeEnqueue'],
  ['ear', 'stub server, listener'],
  ['ears', 'stub servers, listeners'],
  ['stray', 'orphan'],
  ['strays', 'orphans'],
  ['farewell', 'signed out'],
]);

/** Nouns that are fine as verbs or adjectives: only these phrases are refused. */
const PHRASES: readonly [RegExp, string][] = [
  [/\b(?:a|an|the|its|one|each|every|this|first|last|long) looks?\b/i, 'look (noun): poll, check'],
  [/\b(?:a|the|one|each) whole\b(?![- ]*[a-z])/i, 'whole (noun): complete'],
  [/\brefuses? `[a-z]+(?:-[a-z]+)+`/i, 'refuses `code`: refuses with `code`'],
];

/** Refused in identifiers, which have no grammar. `whole` and `look` say nothing about a value. */
const NAMES = new Set([...WORDS.keys(), 'whole', 'look', 'looks']);
/** Fields of the contract whose name is the established term for it. */
const WIRE_NAMES: ReadonlySet<string> = new Set(['wholeWord']);

/** Ending of a type that holds paths. */
const PLACE_TYPE = /Places?$/;
/** A type that is called by a participle alone, which does not say of what. */
const PARTICIPLE_TYPE =
  /^(?:Applied|Changed|Checked|Chosen|Counted|Ended|Failed|Found|Given|Held|Kept|Known|Left|Listed|Loaded|Made|Measured|Named|Opened|Placed|Planned|Read|Received|Refused|Removed|Replaced|Seen|Sent|Served|Shown|Started|Taken|Tried|Updated|Used|Wanted|Written)$/;
/** The suffix `_MAX` is the only form of a limit's name. */
const LIMIT = /(?:^|_)MOST(?:_|$)|^MAX_(?!SAFE_INTEGER$)/;
/** Adverbs and prepositions that say nothing about a value. */
const ADVERBS: ReadonlySet<string> = new Set([
  ...[
    'alone',
    'along',
    'apart',
    'away',
    'behind',
    'beneath',
    'beyond',
    'elsewhere',
    'here',
    'nowhere',
    'there',
  ],
]);

export interface Finding {
  readonly line: number;
  /** The word and its replacement. */
  readonly message: string;
}

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());

function inText(text: string): readonly string[] {
  const found = wordsOf(text.replace(/([a-z0-9])([A-Z])/g, '$1$2')).filter((word) => WORDS.has(word));
  return [
    ...found.map((word) => `"${word}": write ${WORDS.get(word) ?? ''}`),
    ...PHRASES.filter(([pattern]) => pattern.test(text)).map(([, message]) => message),
  ];
}

const isType = (node: ts.Node): boolean => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

/** Whether the name is chosen here: a field keeps the name that its type gives it. */
const isFreeName = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isFunctionDeclaration(node);

/** Mistakes in a name that `declaration` declares. */
function inName(name: string, declaration: ts.Node): readonly string[] {
  if (WIRE_NAMES.has(name)) return [];
  const isPlace = isType(declaration) && PLACE_TYPE.test(name);
  const isParticiple = isType(declaration) && PARTICIPLE_TYPE.test(name);
  return [
    ...wordsOf(name)
      .filter((word) => NAMES.has(word))
      .map((word) => `name "${name}" holds "${word}"`),
    ...(isPlace ? [`type "${name}": write paths or folder`] : []),
    ...(isParticiple ? [`type "${name}": add its noun`] : []),
    ...(isFreeName(declaration) && LIMIT.test(name) ? [`name "${name}": write <limit>_MAX`] : []),
    ...(isFreeName(declaration) && ADVERBS.has(name) ? [`name "${name}": write a noun`] : []),
  ];
}

/** `it`, `describe.each(rows)`; not a method of something that is called `test`. */
const TEST_FUNCTION = /^(?:it|test|describe|when[A-Z]\w*)(?:\.(?:each|only|skip|todo|failing)\b|$)/;

const isTitled = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && TEST_FUNCTION.test(node.expression.getText());

/** `rejects a path`, or a title that comes from a row of data: `%s`, `$name`. */
const VERB_FIRST = /^(?:(?:never |always |only )?[a-z]+s\b|%|\$)/;

/** Mistakes in the title of a test. The title of a group (`describe`) is its subject and needs no verb. */
function inTitle(call: ts.CallExpression, title: string): readonly string[] {
  const isTest = !call.expression.getText().startsWith('describe');
  const verb = isTest && !VERB_FIRST.test(title) ? [`title "${title}": begin with a verb, third person`] : [];
  return [...inText(title), ...verb];
}

/** Finds the words in names that a file declares, in its comments and in the titles of its tests. */
export function plainWords(file: string, text = readFileSync(file, 'utf8')): readonly Finding[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const findings: Finding[] = [];
  const add = (position: number, messages: readonly string[]) => {
    const line = source.getLineAndCharacterOfPosition(position).line + 1;
    for (const message of messages) findings.push({ line, message });
  };
  const comments = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      if (comments.has(range.pos)) continue;
      comments.add(range.pos);
      add(range.pos, inText(text.slice(range.pos, range.end)));
    }
    if (ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent)) {
      const isDeclared = 'name' in node.parent && node.parent.name === node;
      if (isDeclared) add(node.getStart(), inName(node.text, node.parent));
    }
    if (isTitled(node)) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) add(title.getStart(), inTitle(node, title.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}
