import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueTexts, manifestTexts, readCatalogue } from './catalogue-texts';
import { sourceTexts, type TextPair } from './source-texts';

export interface FileTexts {
  /** Path from the repository's root. */
  readonly file: string;
  readonly texts: readonly TextPair[];
}

const ROOMS = ['shell', 'shared', 'remotes', 'server/src'];
const ENGLISH = /\/en-US\.json$/;
const NOT_SHIPPED = /\.test\.tsx?$|\/testing\/|\.d\.ts$/;

const trackedFiles = (root: string): readonly string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...ROOMS], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
    .split('\n')
    .filter((file) => !NOT_SHIPPED.test(file))
    .sort();

function textsOf(root: string, file: string): readonly TextPair[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  if (ENGLISH.test(file))
    return catalogueTexts(
      readCatalogue(read(file)),
      readCatalogue(read(file.replace(ENGLISH, '/zh-CN.json'))),
    );
  if (file.endsWith('/remote.json')) return manifestTexts(read(file));
  return /\.tsx?$/.test(file) ? sourceTexts(file, read(file)) : [];
}

/** Every text that the product shows, of catalogues, manifests and sources, by file. */
export const textsByFile = (root: string): readonly FileTexts[] =>
  trackedFiles(root)
    .map((file) => ({ file, texts: textsOf(root, file) }))
    .filter(({ texts }) => texts.length > 0);
