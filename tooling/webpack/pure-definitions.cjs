const { parse } = require('acorn');

/**
 * Loader for the contract that lets a minifier drop unused definitions. A definition is a call, and a minifier keeps a
 * call even if its result is unused, unless it is marked as free of side effects. The call becomes the argument of a
 * marked one, since a function called in place would be inlined before the mark is read. Summary and schemas of a
 * definition are needed by the server and the API's description only and are removed; a page uses method, path and
 * form.
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

/** Fields that no page reads, with their replacements: only the existence of a body decides the form of a call. */
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
