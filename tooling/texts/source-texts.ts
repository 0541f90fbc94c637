import ts from 'typescript';

/** One text in both languages. An empty side: the other language is written elsewhere or missing. */
export interface TextPair {
  /** Names on the way to the text: of the catalogue's key, or of the variable and its fields. */
  readonly key: string;
  readonly english: string;
  readonly chinese: string;
}

const SIDES: readonly (readonly [english: string, chinese: string])[] = [
  ['en-US', 'zh-CN'],
  ['en', 'zh'],
];

const HAN = /\p{Script=Han}/u;

/** A literal's characters; of anything computed (a template, a function) its source. */
const textOf = (node: ts.Node): string => (ts.isStringLiteralLike(node) ? node.text : node.getText());

const isWritten = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isArrayLiteralExpression(node) ||
  ts.isConditionalExpression(node);

function fieldOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of object.properties)
    if (ts.isPropertyAssignment(property) && nameOf(property) === name) return property.initializer;
  return undefined;
}

function nameOf(node: ts.Node): string | undefined {
  const named = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
  if (!named) return undefined;
  return ts.isIdentifier(node.name) || ts.isStringLiteralLike(node.name) ? node.name.text : undefined;
}

function keyOf(node: ts.Node): string {
  const names: string[] = [];
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    const name = nameOf(at);
    if (name !== undefined) names.unshift(name);
  }
  return names.join('.');
}

/** `{ 'zh-CN': …, 'en-US': … }` or `inBothLanguages('中文', 'English')`. */
function pairAt(node: ts.Node): Omit<TextPair, 'key'> | undefined {
  if (ts.isObjectLiteralExpression(node)) {
    for (const [en, zh] of SIDES) {
      const [english, chinese] = [fieldOf(node, en), fieldOf(node, zh)];
      if (english && chinese && isWritten(english) && isWritten(chinese))
        return { english: textOf(english), chinese: textOf(chinese) };
    }
  }
  if (ts.isCallExpression(node)) {
    const [chinese, english] = node.arguments;
    const isPair = chinese && english && ts.isStringLiteralLike(chinese) && ts.isStringLiteralLike(english);
    if (isPair && HAN.test(chinese.text) && !HAN.test(english.text))
      return { english: english.text, chinese: chinese.text };
  }
  return undefined;
}

/** Patterns and lists of words that recognise Chinese input are no texts. */
const isText = (node: ts.Node): boolean =>
  (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) &&
  !ts.isTaggedTemplateExpression(node.parent) &&
  !ts.isArrayLiteralExpression(node.parent) &&
  HAN.test(node.getText());

/** Every text that a source writes in both languages, and each Chinese one that has no English beside it. */
export function sourceTexts(file: string, text: string): readonly TextPair[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: TextPair[] = [];
  const visit = (node: ts.Node): void => {
    const pair = pairAt(node);
    if (pair) {
      found.push({ key: keyOf(node), ...pair });
      return;
    }
    if (isText(node)) found.push({ key: keyOf(node), english: '', chinese: textOf(node) });
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
