import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { plainWords } from './plain-words';

const ROOT = join(import.meta.dirname, '..');

/** Every source in version control, or those whose path begins with one of the arguments. */
function sources(prefixes: readonly string[]): readonly string[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  const files = output.split('\n').filter((file) => file !== '' && !file.endsWith('.d.ts'));
  return prefixes.length === 0
    ? files
    : files.filter((file) => prefixes.some((prefix) => file.startsWith(prefix)));
}

/** `tsx tooling/check-words.ts [path …]`: prints every word to replace and exits with 1 if there is one. */
function main(): void {
  const lines = sources(process.argv.slice(2)).flatMap((file) =>
    plainWords(join(ROOT, file)).map(({ line, message }) => `${file}:${line} ${message}`),
  );
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.stdout.write(`${lines.length} words or titles to replace\n`);
  process.exitCode = lines.length === 0 ? 0 : 1;
}

main();
