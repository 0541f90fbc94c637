import type { TsCompilerInstance } from 'ts-jest';
import ts from 'typescript';

export const name = 'import-meta';
export const version = 1;

/** Our sources are ES modules and jest runs CommonJS: `import.meta` becomes the same facts from there. */
export function factory(_compiler: TsCompilerInstance): ts.TransformerFactory<ts.SourceFile> {
  return (context) => (file) => ts.visitEachChild(file, visitor(context), context);
}

function visitor(context: ts.TransformationContext): ts.Visitor {
  const visit: ts.Visitor = (node) =>
    ts.isMetaProperty(node) ? metaObject(context.factory) : ts.visitEachChild(node, visit, context);
  return visit;
}

/** `{ url: require('node:url').pathToFileURL(__filename).href, dirname: __dirname, filename: __filename }` */
function metaObject(make: ts.NodeFactory): ts.Expression {
  const file = make.createIdentifier('__filename');
  const urlModule = make.createCallExpression(make.createIdentifier('require'), undefined, [
    make.createStringLiteral('node:url'),
  ]);
  const toUrl = make.createPropertyAccessExpression(urlModule, 'pathToFileURL');
  const href = make.createPropertyAccessExpression(
    make.createCallExpression(toUrl, undefined, [file]),
    'href',
  );
  return make.createParenthesizedExpression(
    make.createObjectLiteralExpression([
      make.createPropertyAssignment('url', href),
      make.createPropertyAssignment('dirname', make.createIdentifier('__dirname')),
      make.createPropertyAssignment('filename', file),
    ]),
  );
}
