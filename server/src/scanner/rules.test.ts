import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, 'rules');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yar'));
/** YARA searches for four fixed bytes first; shorter texts are compared at every position of a file. */
const SHORTEST = 4;
const TAGS = /^rule ([a-z0-9_]+) : (high|suspicious|notice) [a-z_]+$/;

/** What would make a rule slow or unreadable for the worker. */
function faultsOf(source: string): readonly string[] {
  return source.split('\n').flatMap((line) => {
    if (line.startsWith('rule ') && !TAGS.test(line)) return [`tags: ${line}`];
    const text = /^\s*\$\w+ = "(.*)"/.exec(line)?.[1];
    if (text !== undefined && text.length < SHORTEST && !/^<%$/.test(text)) return [`short: ${line.trim()}`];
    // Regular expressions are not needed: the analysis has them, with a limit of time.
    return /^\s*\$\w+ = [/{]/.test(line) ? [`pattern: ${line.trim()}`] : [];
  });
}

it.each(files)('holds no slow pattern in %s', (name) => {
  expect(faultsOf(readFileSync(join(FOLDER, name), 'utf8'))).toEqual([]);
});

it.each([
  ['rule a : high command\n  $a = /x.*y/', 'pattern'],
  ['rule a : high command\n  $a = "ab"', 'short'],
  ['rule a', 'tags'],
])('refuses %j', (source, fault) => {
  expect(faultsOf(source).join()).toContain(fault);
});

it.each(files)('is accepted by YARA without a warning: %s', (name) => {
  const { status, stderr } = spawnSync('yara', ['--fail-on-warnings', join(FOLDER, name), __filename], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
