import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '../../e2e/src/product';
import { siteOf, type OwnSite } from './own-site';
import { measureTask } from './own-task';
import { measurePipe, type SpentTime } from './measure-program';
import { textOf } from './text-of';
import { addHostOf, type Visitor } from './visitor';

const FILES = 4000;
const FOLDER_FILES = 100;
/** Size of every fourth file, whose content does not compress, like a picture's. */
const PICTURE_BYTES = 192 * 1024;
/** Number of texts of `textOf` in each of the other files. */
const TEXTS = 3;

export const SITE_SIZE = '220 MB';

const folderOf = ({ root }: OwnSite): string => join(root, 'site');

export const backUp = ({ owner }: OwnSite): Promise<SpentTime> =>
  measureTask(owner, '/api/backup/create', { kind: 'site' });

function contentOf(number: number): string | Buffer {
  if (number % 4 === 0) return randomBytes(PICTURE_BYTES);
  return Array.from({ length: TEXTS }, (_, part) => textOf(number * TEXTS + part)).join('\n');
}

const fileOf = (folder: string, number: number): string =>
  join(folder, `folder-${Math.floor(number / FOLDER_FILES)}/file-${number}`);

/** Content of each site. */
export function writeSampleSite(folder: string): void {
  for (let number = 0; number < FILES; number += 1) {
    const file = fileOf(folder, number);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, contentOf(number));
  }
}

/** Creates a host with a sample site and an almost empty backup repository. */
export async function createSampleSite(
  product: Product,
  visitor: Visitor,
  { name, sample }: { readonly name: string; readonly sample: string },
): Promise<OwnSite> {
  const site = siteOf(product, await addHostOf(product, visitor, name));
  await backUp(site);
  const { uid, gid } = statSync(site.root);
  const script = 'cp -r "$1" "$2" && chown -R "$3" "$2" && sync';
  await measurePipe(script, [sample, folderOf(site), `${uid}:${gid}`]);
  return site;
}

/** Changes one file of a hundred. */
export function changeSite(site: OwnSite): void {
  for (let number = 0; number < FILES; number += 100)
    appendFileSync(fileOf(folderOf(site), number), randomBytes(1024));
}
