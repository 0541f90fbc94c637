import type { FileEntry, IfExists } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { App, useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { Kept } from '../bin/kept';
import { rememberKept } from '../bin/last-kept';
import { useKeptNotice } from '../bin/use-kept-notice';
import { chosenAs, type Choices } from '../conflicts/clash';
import { existingIn } from '../conflicts/existing-facts';
import { useConflicts } from '../conflicts/use-conflicts';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { joinPath } from '../paths';
import type { Clip } from './clipboard';

/** Copies or moves one by one, then asks once, name by name, about those whose name is taken. */
export function usePaste(): (clip: Clip, folder: string) => Promise<void> {
  const [rename] = filesApi.useRenameFileMutation();
  const [copy] = filesApi.useCopyFileMutation();
  const { message } = App.useApp();
  const ask = useConflicts();
  const told = useKeptNotice();
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const counted = (n: number) => ({ n: format.number(n), count: n });

  const place = async (clip: Clip, folder: string, wish: Wish): Promise<Placed> => {
    const placed: Placed = { taken: [], kept: [] };
    for (const name of wish.names) {
      const body = { path: joinPath(clip.folder, name), to: joinPath(folder, name), ifExists: wish.ifExists };
      try {
        const reply = await (clip.mode === 'cut' ? rename({ body }) : copy({ body })).unwrap();
        placed.kept.push(...(reply?.kept ?? []));
      } catch (error) {
        const fault = toFault(error);
        if (fault.reason !== 'already-exists' || wish.ifExists !== 'refuse') throw fault;
        placed.taken.push(name);
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

  const placeAll = async (clip: Clip, folder: string): Promise<number> => {
    // A copy beside its original always takes the next free name.
    const ifExists = clip.folder === folder ? 'both' : 'refuse';
    const { taken } = await place(clip, folder, { names: clip.names, ifExists });
    let done = clip.names.length - taken.length;
    if (taken.length === 0) return done;
    const choices = await choose(clip, folder, taken);
    for (const choice of ['overwrite', 'both'] as const) {
      const names = choices ? chosenAs(choices, choice) : [];
      const { kept } = await place(clip, folder, { names, ifExists: choice });
      if (kept.length > 0) rememberKept(kept);
      told(kept);
      done += names.length;
    }
    return done;
  };

  return async (clip, folder) => {
    if (clip.mode === 'cut' && clip.folder === folder) return;
    try {
      const done = await placeAll(clip, folder);
      const key = clip.mode === 'cut' ? 'done.moved' : 'done.pasted';
      if (done > 0) void message.success(text(key, counted(done)));
    } catch (error) {
      void message.error(toFault(error).message);
    }
  };
}

interface Placed {
  /** Names that were. */
  readonly taken: string[];
  /** What was replaced and lies in the recycle bin. */
  readonly kept: Kept[];
}

interface Wish {
  readonly names: readonly string[];
  readonly ifExists: IfExists;
}

/** Size and date help to choose; a folder that can't be listed leaves them out. */
const factsIn = (folder: string, names: readonly string[]): Promise<ReadonlyMap<string, FileEntry>> =>
  existingIn(folder, names).catch(() => new Map());
