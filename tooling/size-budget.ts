import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { z } from 'zod';

const Bytes = z.number().int().positive();
const limits = { name: z.string(), brotli: Bytes, gzip: Bytes };

/**
 * `page`: the page, the scripts it names and `also` the files that these load before the page is shown. `each`: every
 * matching file by itself. Sizes in bytes; in the goals 1 kB = 1000 bytes.
 */
const Budget = z.union([
  z.strictObject({ ...limits, page: z.string(), also: z.array(z.string()).default([]) }),
  z.strictObject({ ...limits, each: z.string() }),
]);
export type Budget = z.infer<typeof Budget>;
export const Budgets = z.object({ budgets: z.array(Budget) });

/** Factor by which a size may exceed its budget: compressors and compilers change it slightly with every version. */
const TOLERANCE = 0.1;

interface Size {
  readonly brotli: number;
  readonly gzip: number;
}

export type Verdict =
  | { readonly name: string; readonly size: Size; readonly is: 'within' | 'over' }
  | { readonly name: string; readonly is: 'missing'; readonly what: string };

export function judgeSizes(root: string, budget: Budget): readonly Verdict[] {
  if ('each' in budget) {
    const files = filesMatching(root, budget.each);
    if (files.length === 0) return [{ name: budget.name, is: 'missing', what: budget.each }];
    return files.map((file) => verdict(budget, `${budget.name} ${file}`, sizeOf(root, [file])));
  }
  const { name, page, also } = budget;
  if (!existsSync(join(root, page))) return [{ name, is: 'missing', what: page }];
  const files = new Set([
    page,
    ...scriptsOf(root, page),
    ...also.flatMap((pattern) => filesMatching(root, pattern)),
  ]);
  const missing = [...files].find((file) => !existsSync(join(root, file)));
  if (missing !== undefined) return [{ name, is: 'missing', what: missing }];
  return [verdict(budget, name, sizeOf(root, [...files]))];
}

function verdict(budget: Budget, name: string, size: Size): Verdict {
  const most = 1 + TOLERANCE;
  const fits = size.brotli <= budget.brotli * most && size.gzip <= budget.gzip * most;
  return { name, size, is: fits ? 'within' : 'over' };
}

/** Scripts that a page of the shell names; `/assets/x.js` is `shell/dist/assets/x.js`. */
function scriptsOf(root: string, page: string): readonly string[] {
  const html = readFileSync(join(root, page), 'utf8');
  return [...html.matchAll(/<script[^>]*\ssrc="\/([^"]+)"/g)].map(([, path = '']) => join(page, '..', path));
}

function sizeOf(root: string, files: readonly string[]): Size {
  const contents = files.map((file) => readFileSync(join(root, file)));
  const sum = (compress: (content: Buffer) => Buffer) =>
    contents.reduce((total, content) => total + compress(content).length, 0);
  return { brotli: sum(brotli), gzip: sum((content) => gzipSync(content, { level: 9 })) };
}

const brotli = (content: Buffer) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });

/** Paths below `root` that match a pattern whose `*` stands for any part of one name; sorted, relative. */
function filesMatching(root: string, pattern: string): readonly string[] {
  return pattern
    .split('/')
    .reduce<readonly string[]>(
      (folders, part) =>
        folders.flatMap((folder) => namesIn(join(root, folder), part).map((name) => join(folder, name))),
      [''],
    );
}

function namesIn(folder: string, part: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const fits = new RegExp(`^${part.split('*').map(literal).join('[^/]*')}$`);
  return readdirSync(folder)
    .filter((name) => fits.test(name))
    .sort();
}

const literal = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
