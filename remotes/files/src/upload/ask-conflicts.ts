import { checkUpload, type CallReply } from '@sitedeck/contract';
import { call } from '@sitedeck/sdk';
import { CHOICES, type ConflictChoices, type Clash } from '../conflicts/clash';
import type { UploadItem } from './upload-plan';

/** Names sent in one `checkUpload` call. */
const NAMES = 2000;

type TakenName = CallReply<typeof checkUpload>['taken'][number];

/** The items whose names are taken in `folder`; rejects with a fault. */
export async function clashesIn(folder: string, items: readonly UploadItem[]): Promise<Clash[]> {
  const taken: TakenName[] = [];
  for (let at = 0; at < items.length; at += NAMES) {
    const names = items.slice(at, at + NAMES).map(({ path }) => path);
    taken.push(...(await call(checkUpload, { body: { path: folder, names } }, { quiet: true })).taken);
  }
  const byPath = new Map(items.map((item) => [item.path, item]));
  return taken.map(({ name, type, size, mtime }) => {
    const item = byPath.get(name);
    return {
      key: name,
      name,
      now: { type, size, mtime },
      coming: item && { type: 'file', size: item.size, mtime: item.modified },
      // A file can't replace a folder.
      ...(type === 'folder' && { choices: CHOICES.filter((choice) => choice !== 'overwrite') }),
    };
  });
}

/** The items to send after the user's choices. */
export const chosenItems = (items: readonly UploadItem[], choices: ConflictChoices): UploadItem[] =>
  items.flatMap((item) => {
    const choice = choices.get(item.path);
    if (choice === undefined) return [item];
    return choice === 'skip' ? [] : [{ ...item, ifExists: choice }];
  });
