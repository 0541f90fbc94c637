const nodePath = require('node:path');

/**
 * Seconds of each long test file on two busy processors, by the name of the file: a fresh machine remembers no earlier
 * run, and a run lasts as long as the file that starts last. Files without a figure follow, larger ones first.
 */
const SECONDS = require('./durations.json');

/** @param {{ path: string }} test */
const nameOf = ({ path }) => nodePath.basename(path).replace(/\.test\.tsx?$/, '');

/**
 * Each worker starts with a page test: a worker that loads jsdom after an engine's test fails to find one of its
 * packages.
 */
const PAGES_FIRST = ['FilesPage', 'HomePage', 'TaskCenterPage', 'BackupPage'];

/** @param {{ path: string }} test */
const seconds = (test) => (PAGES_FIRST.includes(nameOf(test)) ? Infinity : (SECONDS[nameOf(test)] ?? 0));

/** @param {{ path: string, context: { hasteFS: { getSize(path: string): number | null } } }} test */
const size = ({ path, context }) => context.hasteFS.getSize(path) ?? 0;

/** Larger first; infinities are equal. */
const descending = (one, other) => (one === other ? 0 : other - one);

/** Sorts the files of a run with more than one worker. */
module.exports = class LongestFirst {
  sort(tests) {
    return [...tests].sort(
      (one, other) => descending(seconds(one), seconds(other)) || size(other) - size(one),
    );
  }

  /** Learns nothing from a run, so that the order is always the same. */
  cacheResults() {}

  allFailedTests(tests) {
    return tests;
  }

  shard(tests, { shardIndex, shardCount }) {
    return tests.filter((_test, index) => index % shardCount === shardIndex - 1);
  }
};
