/** Who may import whom; docs/ARCHITECTURE.md says why. A test is held to the rules of its room too. */

/** @param {string} room @param {string} meaning @param {string} from @param {string | string[]} to */
const never = (room, meaning, from, to) => ({
  name: room,
  comment: meaning,
  severity: 'error',
  from: { path: from },
  to: { path: to },
});

const PAGES = '^(shell|remotes)/';
const FEATURE = '^server/src/features/([^/]+)/';

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Two modules that need each other are one, or share a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared',
      comment:
        'A package stands in the package.json of the package that uses it, or in the root one for tools.',
      severity: 'error',
      from: { path: '^(shell|remotes|shared|server|tooling/cli)/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },

    never('contract-imports-no-room', 'The contract is below everything.', '^shared/contract/', [
      '^shared/(sdk|ui)/',
      '^(shell|remotes|server|tooling|e2e)/',
    ]),
    never('sdk-knows-contract-only', 'contract ← sdk', '^shared/sdk/', [
      '^shared/ui/',
      '^(shell|remotes|server|tooling|e2e)/',
    ]),
    never('sdk-is-headless', 'The SDK draws nothing.', '^shared/sdk/', 'node_modules/(antd|@ant-design)/'),
    never('ui-knows-no-page', 'contract ← sdk ← ui', '^shared/ui/', '^(shell|remotes|server|tooling|e2e)/'),
    never(
      'shell-reads-manifests',
      'The shell loads a remote by its manifest.',
      '^shell/',
      '^(remotes|server|tooling|e2e)/',
    ),
    never(
      'remote-stands-alone',
      'A remote knows neither the shell nor the server.',
      '^remotes/',
      '^(shell|server|tooling|e2e)/',
    ),
    {
      ...never(
        'remotes-are-strangers',
        'A remote never imports another remote.',
        '^remotes/([^/]+)/',
        '^remotes/',
      ),
      to: { path: '^remotes/', pathNot: '^remotes/$1/' },
    },
    never(
      'cli-knows-contract-only',
      'A feature team has the command line without a checkout.',
      '^tooling/cli/',
      ['^shared/(sdk|ui)/', '^(shell|remotes|server|e2e)/', '^tooling/(?!cli/)'],
    ),
    never('server-knows-contract-only', 'contract ← server', '^server/', [
      '^shared/(sdk|ui)/',
      PAGES,
      '^(tooling|e2e)/',
    ]),

    {
      ...never('production-knows-no-test', 'Test support is not shipped.', '', ''),
      from: {
        path: '^(server|shell|remotes/[^/]+|shared/[^/]+)/src/',
        pathNot: ['\\.test\\.tsx?$', '/src/testing/'],
      },
      to: { path: ['^server/testing/', '/src/testing/', '\\.test\\.tsx?$'] },
    },
    {
      ...never(
        'no-composition-root',
        'A room is handed what it needs; only its process puts rooms together.',
        '^server/src/',
        ['^server/src/(api|worker)/[^/]+\\.ts$', '/main\\.ts$'],
      ),
      from: {
        path: '^server/src/',
        pathNot: ['^server/src/(api|worker)/[^/]+\\.ts$', '/main\\.ts$', '\\.test\\.ts$'],
      },
    },
    {
      ...never(
        'features-are-strangers',
        'What two features need moves down.',
        FEATURE,
        '^server/src/features/',
      ),
      to: { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    },
    never('features-below-http', 'api/http → features', FEATURE, '^server/src/api/http/'),
    never(
      'sites-below-features',
      'features → sites',
      '^server/src/sites/',
      '^server/src/(api|worker|features|queue)/',
    ),
    never(
      'queue-knows-no-feature',
      'features → queue → sites',
      '^server/src/queue/',
      '^server/src/(api|worker|features)/',
    ),
    never(
      'state-is-the-floor',
      '{sites, queue} → state',
      '^server/src/state/',
      '^server/src/(api|worker|files|supervisor|links|features|sites|queue|system)/',
    ),
    never('faults-know-no-room', 'Every room may refuse.', '^server/src/faults/', '^server/src/(?!faults/)'),
    never(
      'system-knows-no-room',
      'System is given what it needs as arguments.',
      '^server/src/system/',
      '^server/src/(api|worker|files|supervisor|links|features|sites|queue|state)/',
    ),
    never(
      'file-service-knows-no-room',
      'The file service works on one tree, without rows and without HTTP calls of the console.',
      '^server/src/files/(child|link)/',
      '^server/src/(api|worker|supervisor|features|sites|queue|state|files/parent)/',
    ),
    {
      ...never(
        'one-door-to-programs',
        'Only exec.ts starts a program; tooling and tests run outside the product.',
        '^(server/src|shell|remotes|shared)/',
        '^(node:)?child_process$',
      ),
      from: {
        path: '^(server/src|shell|remotes|shared)/',
        pathNot: '^server/src/system/process/exec\\.ts$|\\.test\\.tsx?$',
      },
      // The type of a program that runs starts nothing.
      to: { path: '^(node:)?child_process$', dependencyTypesNot: ['type-only'] },
    },
    {
      ...never('e2e-drives-the-product', 'A browser test knows what a user and an operator know.', '', ''),
      from: { path: '^e2e/' },
      to: {
        path: '^(shell|remotes|server|shared|tooling)/',
        pathNot: ['^shared/contract/', '^server/testing/', '^tooling/(apps|cli/src/trial)/', '\\.json$'],
      },
    },
    {
      ...never('tooling-outside-rooms', 'Tools use the engines and read what the console shows.', '', ''),
      from: { path: '^tooling/(?!cli/)' },
      to: {
        path: '^(shell|remotes|server|shared|e2e)/',
        pathNot: [
          '^shared/contract/',
          '^server/testing/',
          '^server/src/(faults|system)/',
          '^server/src/api/http/openapi\\.ts$',
          '^shell/src/(layout|sign-in|remotes|help)/',
          '^e2e/src/(product|ports|first-page)\\.ts$',
        ],
      },
    },
    {
      ...never('only-bench-starts-products', 'Only benchmarks start a product for a browser.', '', ''),
      from: { path: '^tooling/(?!bench/)' },
      to: { path: '^e2e/' },
    },

    {
      name: 'no-node-in-pages',
      comment: 'Contract, SDK and interface run in browsers.',
      severity: 'error',
      from: {
        path: ['^shared/(contract|sdk|ui)/src/', '^shell/src/', '^remotes/[^/]+/src/'],
        pathNot: ['\\.test\\.tsx?$', '/testing/'],
      },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'node'],
    },
  },
};
