import { join } from 'node:path';
import { textTable } from './texts/text-table';
import { textsByFile } from './texts/texts-by-file';

/** `npm run -s texts [path …]`: all texts of the product, or those of files whose path begins with an argument. */
const prefixes = process.argv.slice(2);
const files = textsByFile(join(import.meta.dirname, '..')).filter(
  ({ file }) => prefixes.length === 0 || prefixes.some((prefix) => file.startsWith(prefix)),
);
process.stdout.write(`${textTable(files)}\n`);
process.exitCode = files.length === 0 ? 1 : 0;
