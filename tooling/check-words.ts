import { join } from 'node:path';
import { checkedSources } from './checked-sources';
import { plainWords } from './plain-words';

const ROOT = join(import.meta.dirname, '..');

/** `tsx tooling/check-words.ts [path …]`: prints every word to replace and exits with 1 if there is one. */
function main(): void {
  const lines = checkedSources(ROOT, process.argv.slice(2)).flatMap((file) =>
    plainWords(join(ROOT, file)).map(({ line, message }) => `${file}:${line} ${message}`),
  );
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.stdout.write(`${lines.length} words or titles to replace\n`);
  process.exitCode = lines.length === 0 ? 0 : 1;
}

main();
