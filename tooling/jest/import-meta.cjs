// A transformer of TypeScript's syntax tree: jest runs CommonJS, where `import.meta` becomes the same facts.
const ts = require('typescript');

const FACTS = {
  dirname: '__dirname',
  filename: '__filename',
  url: "require('node:url').pathToFileURL(__filename).href",
};

/** @param {ts.Node} node @returns {string | undefined} the field of `import.meta` that the node reads */
const factOf = (node) =>
  ts.isPropertyAccessExpression(node) &&
  ts.isMetaProperty(node.expression) &&
  node.expression.keywordToken === ts.SyntaxKind.ImportKeyword
    ? FACTS[node.name.text]
    : undefined;

module.exports = {
  name: 'import-meta',
  version: 1,
  factory: () => (context) => (file) => {
    const visit = (node) => {
      const fact = factOf(node);
      return fact === undefined
        ? ts.visitEachChild(node, visit, context)
        : context.factory.createIdentifier(fact);
    };
    return file.text.includes('import.meta') ? ts.visitNode(file, visit) : file;
  },
};
