const { parse } = require('acorn');

/**
 * Loader for the contract: what a page does not use of it must not travel. A definition is a call, and a minifier keeps
 * calls whose result nobody wants; as the argument of one that is marked as free of effects it goes. (A function called
 * where it stands would be unfolded before the mark is read.) Of a call, summary and schemas are for the server and the
 * API's description alone; a page uses method, path and form.
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
      edits.push(...unread(init));
      edits.push({ at: init.end, until: init.end, text: ', 0, [])' });
    }
  }
  return edits.reduceRight(
    (text, { at, until, text: put }) => text.slice(0, at) + put + text.slice(until),
    source,
  );
};

/** What no page reads of a call, and what stands for it: that there is a body decides the form. */
const UNREAD = new Map([
  ['summary', "''"],
  ...['params', 'query', 'body', 'reply', 'event'].map((name) => /** @type {const} */ ([name, 'true'])),
]);

/** @param {import('acorn').CallExpression} call */
function unread({ callee, arguments: [given] }) {
  if (callee.type !== 'Identifier' || callee.name !== 'defineCall' || given?.type !== 'ObjectExpression')
    return [];
  return given.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    const { name } = property.key;
    const text = UNREAD.get(name);
    return text === undefined ? [] : [{ at: property.start, until: property.end, text: `${name}: ${text}` }];
  });
}
