import { makeFolder, TOAST } from '@sitedeck/contract';
import { call, kernel, toFault } from '@sitedeck/sdk';
import { flyToTasks, useFeedback, useLocaleFormat, useText, type WindowPosition } from '@sitedeck/ui/core';
import { useConflicts } from '../conflicts/use-conflicts';
import { folderChanged } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { type Reveal, useRevealer } from '../listing/reveal';
import { joinPath } from '../paths';
import { chosenItems, clashesIn } from '../upload/ask-conflicts';
import type { PickedFiles } from '../upload/picked-files';
import type { SavedUpload } from '../upload/saved-uploads';
import { uploadQueue, type UploadRequest } from '../upload/upload-queue';
import type { UploadItem } from '../upload/upload-plan';
import { uploadTexts } from '../upload/upload-texts';
import type { BlockedActions } from './use-blocked-actions';

export interface StartUpload {
  /** @param onBegin called when all questions are answered */
  readonly start: (folder: string, picked: PickedFiles, onBegin: () => void) => Promise<void>;
  /** Continues an upload of an earlier page. */
  readonly resume: (saved: SavedUpload, items: readonly UploadItem[]) => Promise<void>;
}

/** Asks about every taken name before sending, creates empty folders, then sends the files. */
export function useStartUpload(): StartUpload {
  const { message } = useFeedback();
  const ask = useConflicts();
  const text = useText(filesTexts);
  const words = useText(uploadTexts);
  const format = useLocaleFormat();
  const revealer = useRevealer();
  const counted = (n: number) => ({ n: format.number(n), count: n });

  const send = async (request: Omit<UploadRequest, 'label'>, reveal: Reveal) => {
    const chosen = request.items.filter(({ blob }) => blob);
    const { landed } = await uploadQueue.add({
      ...request,
      label: text('upload.label', counted(chosen.length)),
    });
    reveal(topLevel(request.folder, landed));
    const phase = uploadQueue.snapshot()?.all.phase;
    if (phase?.is !== 'ended' || phase.result !== 'RUNNING_SUCCESS') return;
    // The panel reports the success, so no toast is needed.
    dismissAfterToast();
  };

  const guarded = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      const { reason, message: why } = toFault(error);
      if (reason !== 'aborted') message.warning(why);
    }
  };

  /** Undefined if the user cancelled the upload. */
  const choose = async (folder: string, items: readonly UploadItem[]) => {
    const clashes = await clashesIn(folder, items);
    if (clashes.length === 0) return items;
    const title = text('overwrite.title', counted(clashes.length));
    const choices = await ask({ clashes, title, confirm: words('confirm') });
    return choices && chosenItems(items, choices);
  };

  return {
    start: (folder, { items: all, emptyFolders }, onBegin) =>
      guarded(async () => {
        const reveal = revealer.begin();
        const items = await choose(folder, all);
        if (!items) return;
        const prepare = async () => {
          for (const path of emptyFolders) await makeEmptyFolder(joinPath(folder, path));
        };
        if (items.length === 0) {
          await prepare();
          kernel().store.dispatch(folderChanged(folder));
          return reveal(
            topLevel(
              folder,
              emptyFolders.map((path) => joinPath(folder, path)),
            ),
          );
        }
        onBegin();
        await send({ folder, items, prepare }, reveal);
      }),
    resume: (saved, items) => guarded(() => send({ folder: saved.folder, items, saved }, revealer.begin())),
  };
}

/** Top-level entries of the folder: for a nested file, the folder that contains it. */
function topLevel(folder: string, paths: readonly string[]): string[] {
  const start = folder === '/' ? 1 : folder.length + 1;
  return [...new Set(paths.map((path) => joinPath(folder, path.slice(start).split('/')[0] ?? '')))];
}

/** Closes the panel after the toast, unless another upload has joined it meanwhile. */
function dismissAfterToast(): void {
  const shown = namesOf();
  setTimeout(() => {
    if (namesOf() === shown) uploadQueue.dismiss();
  }, TOAST.ms);
}

const namesOf = () => [...uploadQueue.names()].join(' ');

/** Creates a folder unless it exists. */
async function makeEmptyFolder(path: string): Promise<void> {
  try {
    await call(makeFolder, { body: { path } }, { quiet: true });
  } catch (error) {
    const fault = toFault(error);
    if (fault.reason !== 'already-exists') throw fault;
  }
}

/** `from`: the button, or the position of the drop. */
export type UploadPicked = (
  picked: PickedFiles | Promise<PickedFiles>,
  from: Element | WindowPosition | null,
) => void;

/** Uploads chosen or dropped files into the open folder, or says why it can't. */
export function useUploadHere(folder: string, blocks: BlockedActions): UploadPicked {
  const text = useText(filesTexts);
  const { message } = useFeedback();
  const { start } = useStartUpload();
  return (picked, from) => {
    const refusal = blocks.pageTask('act.upload') ?? blocks.second;
    if (refusal !== undefined) return message.warning(refusal);
    Promise.resolve(picked)
      .then((found) => start(folder, found, () => from && flyToTasks(from)))
      .catch(() => message.error(text('upload.unreadable')));
  };
}

/** Opens the browser's choice of files, unless another task of this page runs: then it says so. */
export function useChooseFiles({ second }: BlockedActions): (input: HTMLInputElement | null) => void {
  const { message } = useFeedback();
  return (input) => {
    if (second === undefined) input?.click();
    else message.warning(second);
  };
}
