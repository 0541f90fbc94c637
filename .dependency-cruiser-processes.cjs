/** Which code each process of the server runs: imports of types are erased, since they run nothing. */

const base = require('./.dependency-cruiser.cjs');

/** @param {string} room @param {string} meaning @param {string} entry @param {string[]} to */
const neverReaches = (room, meaning, entry, to) => ({
  name: room,
  comment: meaning,
  severity: 'error',
  from: { path: `^server/src/${entry}/main\\.ts$` },
  to: { path: to, reachable: true },
});

const ROOMS_OF_ROWS = '^server/src/(state|sites|queue|features)/';

module.exports = {
  forbidden: [
    neverReaches(
      'api-starts-no-program',
      'The API answers strangers, so nothing in it can start a program.',
      'api',
      ['^server/src/system/process/exec\\.ts$'],
    ),
    neverReaches('api-runs-api-only', 'Rooms of other processes are not in the API.', 'api', [
      '^server/src/(worker|supervisor|php|mail|scanner|files/parent|files/child)/',
      '^server/src/.*/worker/',
    ]),
    neverReaches('worker-runs-worker-only', 'Handlers of calls are not in the worker.', 'worker', [
      '^server/src/(api|supervisor|php|mail|scanner|files/parent|files/child)/',
      '^server/src/.*/api/',
    ]),
    neverReaches(
      'child-knows-no-row',
      'The child runs as a tenant: no rows, no calls, no other process.',
      'files/child',
      [ROOMS_OF_ROWS, '^server/src/(api|worker|supervisor|links|files/parent)/'],
    ),
    neverReaches(
      'parent-runs-no-child',
      'The parent is root: it runs nothing of what reads a tenant.',
      'files/parent',
      ['^server/src/(api|worker|supervisor|files/child)/', '^server/src/.*/(api|worker)/'],
    ),
    neverReaches(
      'php-knows-no-row',
      'The process that starts the PHP of hosts reads no row, so that sites need no database.',
      'php',
      [ROOMS_OF_ROWS, '^server/src/(api|worker|supervisor|mail|files)/'],
    ),
    neverReaches(
      'mail-does-only-mail',
      'The process that reads the mail of sites starts no program and reads no row.',
      'mail',
      [
        ROOMS_OF_ROWS,
        '^server/src/system/process/exec\\.ts$',
        '^server/src/(api|worker|supervisor|files|php)/',
      ],
    ),
    neverReaches(
      'scanner-only-judges',
      'The scanner parses hostile files: no rows, no program, no other process.',
      'scanner',
      [
        ROOMS_OF_ROWS,
        '^server/src/system/process/exec\\.ts$',
        '^server/src/(api|worker|supervisor|links|mail|files|php)/',
      ],
    ),
    neverReaches(
      'supervisor-knows-no-row',
      'The supervisor starts the database: it reads no row.',
      'supervisor',
      [ROOMS_OF_ROWS, '^server/src/(api|worker|mail|files)/'],
    ),
    {
      name: 'liftable-readers',
      comment:
        'The .htaccess converter and the reader of nginx rules can be lifted out: they run nothing of ours.',
      severity: 'error',
      from: {
        path: '^server/src/(features/hostenv/api/htaccess|system/nginx/snippet)/',
      },
      to: {
        path: '^(server|shared)/',
        pathNot: '^server/src/(features/hostenv/api/htaccess|system/nginx/snippet)/',
      },
    },
  ],
  // Tests run in a process of their own.
  options: { ...base.options, exclude: { path: '/dist/|\\.test\\.ts$' }, tsPreCompilationDeps: false },
};
