// A jest transformer; jest loads it by require, hence CommonJS.
const { createHash } = require('node:crypto');
const { transformSync, version } = require('esbuild');

const OPTIONS = {
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  sourcemap: 'inline',
  define: {
    'import.meta.url': '__moduleUrl',
    'import.meta.dirname': '__dirname',
    'import.meta.filename': '__filename',
  },
  banner: "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;",
};

module.exports = {
  process: (source, file) => transformSync(source, { ...OPTIONS, loader: 'js', sourcefile: file }),
  getCacheKey: (source, file) =>
    createHash('sha256')
      .update(`${version}\0${JSON.stringify(OPTIONS)}\0${file}\0${source}`)
      .digest('hex'),
};
