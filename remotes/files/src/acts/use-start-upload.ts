import { makeFolder, TOAST } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { App, useConfirm, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { filesTexts } from '../i18n/files-texts';
import { fetchEntries } from '../listing/use-listing';
import { joinPath } from '../paths';
import { topNames, type Picked } from '../upload/picked-files';
import { uploadDesk } from '../upload/upload-desk';
import type { UploadItem } from '../upload/upload-plan';
import { visibleName } from '../visible-name';

export interface StartUpload {
  /** @param onBegin once nothing stands in its way */
  (folder: string, picked: Picked, onBegin: () => void): Promise<void>;
  /** The same items once more: what stands under their names may be half of them. */
  readonly again: (folder: string, items: readonly UploadItem[]) => Promise<void>;
}

/** Asks before anything is overwritten, makes the folders that hold no file, then sends the files. */
export function useStartUpload(): StartUpload {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const counted = (n: number) => ({ n: format.number(n), count: n });

  const mayOverwrite = async (folder: string, picked: Picked): Promise<boolean> => {
    const names = topNames(picked);
    const all = await fetchEntries(
      { path: folder, sort: 'name', order: 'asc', filter: '' },
      { from: 0, to: Infinity },
    );
    const taken = all.filter(({ name }) => names.has(name)).map(({ name }) => visibleName(name));
    const [first] = taken;
    if (first === undefined) return true;
    const shown = taken.length > 1 ? text('overwrite.names', { name: first }) : first;
    return confirm.danger({
      body: text('overwrite.body', { ...counted(taken.length), names: shown }),
      confirm: text('overwrite.upload'),
    });
  };

  const send = async (folder: string, items: readonly UploadItem[]) => {
    const { phase } = await uploadDesk.start(folder, items, text('upload.label', counted(items.length)));
    if (phase.is !== 'ended' || phase.result !== 'RUNNING_SUCCESS') return;
    // The panel says so itself: the console's notice of the ended task would make a toast the second message.
    setTimeout(uploadDesk.dismiss, TOAST.ms);
  };

  const guarded = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      uploadDesk.dismiss();
      const { reason, message: words } = toFault(error);
      if (reason !== 'aborted') void message.warning(words);
    }
  };

  const start = (folder: string, picked: Picked, onBegin: () => void) =>
    guarded(async () => {
      if (!(await mayOverwrite(folder, picked))) return;
      if (picked.items.length > 0) onBegin();
      for (const path of picked.emptyFolders) await makeEmptyFolder(joinPath(folder, path));
      if (picked.items.length > 0) await send(folder, picked.items);
    });
  return Object.assign(start, {
    again: (folder: string, items: readonly UploadItem[]) => guarded(() => send(folder, items)),
  });
}

/** One that exists is as good as one that was made. */
async function makeEmptyFolder(path: string): Promise<void> {
  try {
    await call(makeFolder, { body: { path } }, { quiet: true });
  } catch (error) {
    const fault = toFault(error);
    if (fault.reason !== 'already-exists') throw fault;
  }
}
