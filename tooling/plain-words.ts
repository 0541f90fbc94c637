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
];

/** Refused in identifiers, which have no grammar. `whole` and `look` say nothing about a value. */
const NAMES = new Set([...WORDS.keys(), 'whole', 'look', 'looks']);
/** Fields of the contract whose name is the established term for it. */
const WIRE_NAMES: ReadonlySet<string> = new Set(['wholeWord']);

/** Ending of a type that holds paths. */
const PLACE_TYPE = /Places?$/;

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
    if (ts.isIdentifier(node)) {
      const name = node.text;
      const isUse = ts.isPropertyAccessExpression(node.parent);
      const declared = !isUse && 'name' in node.parent && node.parent.name === node;
      if (declared && !WIRE_NAMES.has(name)) {
        add(
          node.getStart(),
          wordsOf(name)
            .filter((word) => NAMES.has(word))
            .map((word) => `name "${name}" holds "${word}"`),
        );
        const isType = ts.isInterfaceDeclaration(node.parent) || ts.isTypeAliasDeclaration(node.parent);
        if (isType && PLACE_TYPE.test(name)) add(node.getStart(), [`type "${name}": write paths or folder`]);
      }
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
