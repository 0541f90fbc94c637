// In place of `@ant-design/icons`: to load all 850 of them takes half a second of each file that draws.
const { createRequire } = require('node:module');
const path = require('node:path');

const fromKit = createRequire(path.join(__dirname, '..', '..', 'shared', 'ui', 'package.json'));

/** Loads each icon on its first use. */
module.exports = new Proxy(
  { __esModule: true },
  {
    get: (known, name) =>
      typeof name !== 'string' || name in known ? known[name] : fromKit(`@ant-design/icons/${name}`).default,
  },
);
