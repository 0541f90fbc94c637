// A jest transformer; jest loads it by require, hence CommonJS. The types are checked by `npm run lint`, once for all.
const { createHash } = require('node:crypto');
const { transformSync, version } = require('@swc/core');

/** @type {import('@swc/core').Options} */
const OPTIONS = {
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  // Our sources are ES modules and jest runs CommonJS: `import.meta` becomes the same facts from there.
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    transform: { react: { runtime: 'automatic' }, hidden: { jest: true } },
  },
};

module.exports = {
  process: (source, file) =>
    transformSync(source, {
      ...OPTIONS,
      filename: file,
      jsc: { ...OPTIONS.jsc, parser: { syntax: 'typescript', tsx: file.endsWith('x') } },
    }),
  getCacheKey: (source, file) =>
    createHash('sha256')
      .update(`${version}\0${JSON.stringify(OPTIONS)}\0${file}\0${source}`)
      .digest('hex'),
};
