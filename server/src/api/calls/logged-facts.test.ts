import { createHost, DEFAULT_PLAN } from '@sitedeck/contract';
import { factName } from '@sitedeck/contract/fact-texts';
import { logChanges } from '@sitedeck/contract/log-facts';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

const FEATURES = resolve(__dirname, '../../features');

/** Names of the values in the detail of an operation; `before` and `after` hold such names themselves. */
function namesIn(detail: ts.Node | undefined, file: ts.SourceFile): readonly string[] {
  if (!detail) return [];
  if (ts.isIdentifier(detail)) return namesIn(initializerOf(detail.text, file), file);
  if (!ts.isObjectLiteralExpression(detail))
    return ts.isAwaitExpression(detail) ||
      ts.isCallExpression(detail) ||
      ts.isPropertyAccessExpression(detail)
      ? []
      : childrenOf(detail).flatMap((child) => namesIn(child, file));
  return detail.properties.flatMap((property): readonly string[] => {
    if (ts.isSpreadAssignment(property)) return namesIn(property.expression, file);
    const name = property.name.getText(file);
    if (name !== 'before' && name !== 'after') return [name];
    return ts.isPropertyAssignment(property)
      ? namesIn(property.initializer, file)
      : namesIn(property.name, file);
  });
}

const childrenOf = (node: ts.Node): readonly ts.Node[] => {
  const children: ts.Node[] = [];
  node.forEachChild((child) => void children.push(child));
  return children;
};

/** What a constant of this file holds, found by its name. */
function initializerOf(name: string, file: ts.SourceFile): ts.Node | undefined {
  const search = (node: ts.Node): ts.Node | undefined =>
    ts.isVariableDeclaration(node) && node.name.getText(file) === name
      ? node.initializer
      : ts.forEachChild(node, search);
  return search(file);
}

/** Names in all calls of `note`, and in `loggedPaths`, which makes its arguments. */
function loggedNames(file: ts.SourceFile): readonly string[] {
  const inNode = (node: ts.Node): readonly string[] => {
    const inside = childrenOf(node).flatMap(inNode);
    if (ts.isVariableDeclaration(node) && node.name.getText(file) === 'loggedPaths')
      return objectsIn(node).flatMap((object) => namesIn(object, file));
    if (!ts.isCallExpression(node)) return inside;
    const called = node.expression.getText(file).split('.').at(-1) ?? '';
    return ['note', 'loggedPaths'].includes(called)
      ? [...inside, ...namesIn(node.arguments[1], file)]
      : inside;
  };
  return inNode(file);
}

const objectsIn = (node: ts.Node): readonly ts.Node[] =>
  ts.isObjectLiteralExpression(node) ? [node] : childrenOf(node).flatMap(objectsIn);

const namesOfSources = (): readonly string[] =>
  readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const source = readFileSync(resolve(FEATURES, path), 'utf8');
      return loggedNames(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
    });

const wordless = (names: readonly string[]) =>
  [...new Set(names)].filter((name) =>
    (['zh-CN', 'en-US'] as const).some((locale) => factName(name, locale) === name),
  );

it('has a text for each value that a handler logs', () => {
  const names = namesOfSources();
  // The scan sees plain values, those of a spread, of a constant, and of both sides of a change.
  expect(names).toEqual(
    expect.arrayContaining(['to', 'bin', 'paths', 'claims', 'url', 'kept', 'postStatus']),
  );
  expect(wordless(names)).toEqual([]);
});

it('has a text for each field of a host and of a backup plan', () => {
  const plan = logChanges({ detail: { before: {}, after: DEFAULT_PLAN } }).map(({ name }) => name);
  expect(wordless([...plan, ...Object.keys(createHost.body.shape)])).toEqual([]);
});
