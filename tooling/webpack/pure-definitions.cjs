const { parse } = require('acorn');

/**
 * Loader for the contract: what a page does not use of it must not travel. A definition is a call, and a minifier keeps
 * calls whose result nobody wants; as the argument of one that is marked as free of effects it goes. (A function called
 * where it stands would be unfolded before the mark is read.) Summaries are for the API's description alone.
 * @param {string} source JavaScript module
 * @returns {string}
 */
module.exports = function pureDefinitions(source) {
  /** @type {{ at: number, until: number, text: string }[]} */
  const edits = [];
  const { body } = parse(source, { ecmaVersion: 'latest', sourceType: 'module' });
  for (const statement of body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    for (const { init } of declaration.declarations) {
      if (init?.type !== 'CallExpression') continue;
      edits.push({ at: init.start, until: init.start, text: '/*#__PURE__*/ Reflect.apply(() => ' });
      edits.push(...summaries(init));
      edits.push({ at: init.end, until: init.end, text: ', 0, [])' });
    }
  }
  return edits.reduceRight(
    (text, { at, until, text: put }) => text.slice(0, at) + put + text.slice(until),
    source,
  );
};

/** @param {import('acorn').CallExpression} call */
function summaries({ callee, arguments: [given] }) {
  if (callee.type !== 'Identifier' || callee.name !== 'defineCall' || given?.type !== 'ObjectExpression')
    return [];
  return given.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'summary'
      ? [{ at: property.value.start, until: property.value.end, text: "''" }]
      : [],
  );
}
