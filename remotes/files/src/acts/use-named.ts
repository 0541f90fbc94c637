import { App, useText } from '@sitedeck/ui/core';
import { filesTexts } from '../i18n/files-texts';
import { useRevealer } from '../listing/reveal';
import type { NameTask } from '../parts/NameDialog';
import { joinPath } from '../paths';
import { visibleName } from '../visible-name';
import { useCreate } from './use-create';

/** Does what a name was asked for, and says so. */
export function useNamed(folder: string, task: NameTask | undefined): (name: string) => Promise<void> {
  const text = useText(filesTexts);
  const { message } = App.useApp();
  const create = useCreate(folder);
  const revealer = useRevealer();
  return async (name) => {
    const reveal = revealer.begin();
    if (task?.is === 'newFile') await create.file(name);
    else if (task?.is === 'newFolder') await create.folder(name);
    else if (task) await create.rename(task.name, name);
    reveal([joinPath(folder, name)]);
    const key = task?.is === 'rename' ? 'done.renamed' : 'done.created';
    void message.success(text(key, { name: visibleName(name) }));
  };
}
