import type { FileEntry, IfExists } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { type ConflictChoices, keysWithChoice } from '../conflicts/clash';
import { existingIn } from '../conflicts/existing-facts';
import { useConflicts } from '../conflicts/use-conflicts';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { useRevealer } from '../listing/reveal';
import { joinPath } from '../paths';
import type { ClipboardEntries } from './clipboard';
import type { PlacedEntry } from './paste';
import { type PasteResult, usePasteReport } from './use-paste-report';

/**
 * Copies or moves entries one by one, then asks once about all taken names. A failure does not stop the others.
 * Returns the names that were not placed: failures, and taken names if the question was cancelled.
 */
export function usePaste(): (clip: ClipboardEntries, folder: string) => Promise<readonly string[]> {
  const [rename] = filesApi.useRenameFileMutation();
  const [copy] = filesApi.useCopyFileMutation();
  const ask = useConflicts();
  const report = usePasteReport();
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const revealer = useRevealer();
  const counted = (n: number) => ({ n: format.number(n), count: n });

  const place = async (
    clip: ClipboardEntries,
    folder: string,
    request: PlaceRequest,
  ): Promise<PasteReply> => {
    const done: PasteReply = { placed: [], taken: [], failed: [] };
    for (const name of request.names) {
      const body = {
        path: joinPath(clip.folder, name),
        to: joinPath(folder, name),
        ifExists: request.ifExists,
      };
      try {
        const reply = await (clip.mode === 'cut' ? rename({ body }) : copy({ body })).unwrap();
        const { to = body.to, kept = [], versionId } = reply ?? {};
        const moveId = reply && 'moveId' in reply ? reply.moveId : undefined;
        done.placed.push({ from: body.path, to, kept, versionId, moveId });
      } catch (error) {
        const fault = toFault(error);
        if (fault.reason === 'already-exists' && request.ifExists === 'refuse') done.taken.push(name);
        else done.failed.push({ name, fault });
      }
    }
    return done;
  };

  const choose = async (
    clip: ClipboardEntries,
    folder: string,
    taken: readonly string[],
  ): Promise<ConflictChoices | undefined> => {
    const [now, coming] = await Promise.all([factsIn(folder, taken), factsIn(clip.folder, taken)]);
    return ask({
      clashes: taken.map((name) => ({ key: name, name, now: now.get(name), coming: coming.get(name) })),
      title: text('overwrite.title', counted(taken.length)),
      confirm: text(clip.mode === 'cut' ? 'overwrite.move' : 'overwrite.paste'),
    });
  };

  const placeAll = async (clip: ClipboardEntries, folder: string): Promise<PlacedAll> => {
    // A copy beside its original always takes the next free name.
    const ifExists = clip.folder === folder ? 'both' : 'refuse';
    const { taken, ...first } = await place(clip, folder, { names: clip.names, ifExists });
    if (taken.length === 0) return { ...first, left: [] };
    const choices = await choose(clip, folder, taken);
    if (!choices) return { ...first, left: taken };
    const all = { ...first, left: [] };
    for (const choice of ['overwrite', 'both'] as const) {
      const secondResult = await place(clip, folder, {
        names: keysWithChoice(choices, choice),
        ifExists: choice,
      });
      all.placed.push(...secondResult.placed);
      all.failed.push(...secondResult.failed);
    }
    return all;
  };

  return async (clip, folder) => {
    if (clip.mode === 'cut' && clip.folder === folder) return [];
    const reveal = revealer.begin();
    const { placed, failed, left } = await placeAll(clip, folder);
    reveal(placed.map(({ to }) => to));
    report(clip, { placed, failed });
    return [...failed.map(({ name }) => name), ...left];
  };
}

interface PlacedAll extends PasteResult {
  /** Taken names without a choice. */
  readonly left: readonly string[];
}

interface PasteReply {
  readonly placed: PlacedEntry[];
  readonly failed: PasteResult['failed'][number][];
  /** Names that exist in the target folder. */
  readonly taken: string[];
}

interface PlaceRequest {
  readonly names: readonly string[];
  readonly ifExists: IfExists;
}

/** Size and date of the entries; empty if the folder can't be listed. */
const factsIn = (folder: string, names: readonly string[]): Promise<ReadonlyMap<string, FileEntry>> =>
  existingIn(folder, names).catch(() => new Map());
