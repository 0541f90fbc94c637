import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Budgets, judgeSizes, type Budget } from './size-budget';

/** Compares the built files with `size-budgets.json`; exits with 1 if one is missing or more than a tenth too large. */
const ROOT = join(import.meta.dirname, '..');
const file = join(import.meta.dirname, 'size-budgets.json');
const { budgets } = Budgets.parse(JSON.parse(readFileSync(file, 'utf8')));

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const share = (size: number, limit: number) =>
  `${kB(size)} of ${kB(limit)} kB (${Math.round((100 * size) / limit)} %)`;

function report(budget: Budget): boolean {
  return judgeSizes(ROOT, budget)
    .map((verdict) => {
      if (verdict.is === 'missing') {
        console.log(`MISSING ${verdict.name}: ${verdict.what} is not built`);
        return false;
      }
      const { brotli, gzip } = verdict.size;
      const mark = verdict.is === 'over' ? 'OVER   ' : 'ok     ';
      console.log(
        `${mark} ${verdict.name}: brotli ${share(brotli, budget.brotli)}, gzip ${share(gzip, budget.gzip)}`,
      );
      return verdict.is === 'within';
    })
    .every(Boolean);
}

const fits = budgets.map(report);
if (!fits.every(Boolean)) process.exitCode = 1;
