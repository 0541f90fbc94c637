import { App, flyToTasks, useText, type Place } from '@sitedeck/ui/core';
import { filesTexts } from '../i18n/files-texts';
import type { Picked } from '../upload/picked-files';
import type { Blocks } from './use-blocks';
import { useStartUpload } from './use-start-upload';

/** `from`: where the sending began, a button or the place of a drop. */
export type SendPicked = (picked: Picked | Promise<Picked>, from: Element | Place | null) => void;

/** Uploads what was chosen or dropped into the folder on show, or says why it can't. */
export function useSend(folder: string, blocks: Blocks): SendPicked {
  const text = useText(filesTexts);
  const { message } = App.useApp();
  const { start } = useStartUpload();
  return (picked, from) => {
    if (blocks.upload !== undefined) return void message.warning(blocks.upload);
    Promise.resolve(picked)
      .then((found) => start(folder, found, () => from && flyToTasks(from)))
      .catch(() => void message.error(text('upload.unreadable')));
  };
}
