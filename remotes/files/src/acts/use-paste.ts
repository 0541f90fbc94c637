import type { FileEntry, IfExists } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { type BinEntry, rememberDeletion } from '../bin/bin-entry';
import { useBinNotice } from '../bin/use-bin-notice';
import { type Choices, chosenAs } from '../conflicts/clash';
import { existingIn } from '../conflicts/existing-facts';
import { useConflicts } from '../conflicts/use-conflicts';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { useRevealer } from '../listing/reveal';
import { joinPath } from '../paths';
import type { Clip } from './clipboard';
import { type Pasted, usePasteReport } from './use-paste-report';

/**
 * Copies or moves entries one by one, then asks once about all taken names. A failure does not stop the others.
 * Returns the names that were not placed: failures, and taken names if the question was cancelled.
 */
export function usePaste(): (clip: Clip, folder: string) => Promise<readonly string[]> {
  const [rename] = filesApi.useRenameFileMutation();
  const [copy] = filesApi.useCopyFileMutation();
  const ask = useConflicts();
  const announceDeletion = useBinNotice();
  const report = usePasteReport();
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const revealer = useRevealer();
  const counted = (n: number) => ({ n: format.number(n), count: n });

  const place = async (clip: Clip, folder: string, request: PlaceRequest): Promise<Placed> => {
    const placed: Placed = { landed: [], taken: [], kept: [], failed: [] };
    for (const name of request.names) {
      const body = {
        path: joinPath(clip.folder, name),
        to: joinPath(folder, name),
        ifExists: request.ifExists,
      };
      try {
        const reply = await (clip.mode === 'cut' ? rename({ body }) : copy({ body })).unwrap();
        placed.kept.push(...(reply?.kept ?? []));
        placed.landed.push(reply?.to ?? body.to);
      } catch (error) {
        const fault = toFault(error);
        if (fault.reason === 'already-exists' && request.ifExists === 'refuse') placed.taken.push(name);
        else placed.failed.push({ name, fault });
      }
    }
    return placed;
  };

  const choose = async (
    clip: Clip,
    folder: string,
    taken: readonly string[],
  ): Promise<Choices | undefined> => {
    const [now, coming] = await Promise.all([factsIn(folder, taken), factsIn(clip.folder, taken)]);
    return ask({
      clashes: taken.map((name) => ({ key: name, name, now: now.get(name), coming: coming.get(name) })),
      title: text('overwrite.title', counted(taken.length)),
      confirm: text(clip.mode === 'cut' ? 'overwrite.move' : 'overwrite.paste'),
    });
  };

  const placeAll = async (clip: Clip, folder: string): Promise<PlacedAll> => {
    // A copy beside its original always takes the next free name.
    const ifExists = clip.folder === folder ? 'both' : 'refuse';
    const { taken, ...first } = await place(clip, folder, { names: clip.names, ifExists });
    if (taken.length === 0) return { ...first, left: [] };
    const choices = await choose(clip, folder, taken);
    if (!choices) return { ...first, left: taken };
    const all = { landed: first.landed, failed: first.failed, left: [] };
    for (const choice of ['overwrite', 'both'] as const) {
      const again = await place(clip, folder, { names: chosenAs(choices, choice), ifExists: choice });
      if (again.kept.length > 0) rememberDeletion(again.kept);
      announceDeletion(again.kept);
      all.landed.push(...again.landed);
      all.failed.push(...again.failed);
    }
    return all;
  };

  return async (clip, folder) => {
    if (clip.mode === 'cut' && clip.folder === folder) return [];
    const reveal = revealer.begin();
    const placed = await placeAll(clip, folder);
    reveal(placed.landed);
    report(clip, { done: placed.landed.length, failed: placed.failed });
    return [...placed.failed.map(({ name }) => name), ...placed.left];
  };
}

interface PlacedAll extends Pick<Pasted, 'failed'> {
  /** Paths of the placed entries. */
  readonly landed: readonly string[];
  /** Taken names without a choice. */
  readonly left: readonly string[];
}

interface Placed {
  readonly landed: string[];
  readonly failed: Pasted['failed'][number][];
  /** Names that exist in the target folder. */
  readonly taken: string[];
  /** Replaced entries, now in the recycle bin. */
  readonly kept: BinEntry[];
}

interface PlaceRequest {
  readonly names: readonly string[];
  readonly ifExists: IfExists;
}

/** Size and date of the entries; empty if the folder can't be listed. */
const factsIn = (folder: string, names: readonly string[]): Promise<ReadonlyMap<string, FileEntry>> =>
  existingIn(folder, names).catch(() => new Map());
