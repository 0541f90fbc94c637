const { basename } = require('node:path');

/**
 * Files that take long on a machine that has never run them: what begins last is what everybody waits for. The others
 * follow, the larger file first. Of the unit tests each worker begins with one that draws: a worker that has loaded
 * jsdom after an engine's tests could not find one of its packages.
 */
const LONG = [
  'FilesPage',
  'HomePage',
  'TaskCenterPage',
  'package',
  'feature-team',
  'remotes',
  'remote-failure',
  'embed',
  'pages',
  'database',
  'install',
  'shell',
  'shell-faults',
  'home-slots',
  'restore-kills',
  'wordpress',
  'operation-log',
  'page-weight',
  'home',
];

/** @param {{ path: string }} test */
const place = ({ path }) => {
  const found = LONG.indexOf(basename(path).replace(/\.test\.tsx?$/, ''));
  return found === -1 ? LONG.length : found;
};

/** @param {{ path: string, context: { hasteFS: { getSize(path: string): number | null } } }} test */
const size = ({ path, context }) => context.hasteFS.getSize(path) ?? 0;

/** How jest orders the files of a run with more than one worker. */
module.exports = class LongestFirst {
  sort(tests) {
    return [...tests].sort((one, other) => place(one) - place(other) || size(other) - size(one));
  }

  /** Nothing is learned: each run is in the same order. */
  cacheResults() {}

  allFailedTests(tests) {
    return tests;
  }

  shard(tests, { shardIndex, shardCount }) {
    return tests.filter((_test, index) => index % shardCount === shardIndex - 1);
  }
};
