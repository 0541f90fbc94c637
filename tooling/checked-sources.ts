import { execFileSync } from 'node:child_process';

/** Every source of a work tree that git does not ignore, or those whose path begins with one of the prefixes. */
export function checkedSources(root: string, prefixes: readonly string[]): readonly string[] {
  const patterns = ['*.ts', '*.tsx', '*.mjs'];
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  const files = output.split('\n').filter((file) => file !== '' && !file.endsWith('.d.ts'));
  return prefixes.length === 0
    ? files
    : files.filter((file) => prefixes.some((prefix) => file.startsWith(prefix)));
}
