import type { FileEntry } from '@sitedeck/contract';
import { App, useConfirm, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { joinPath } from '../paths';
import { visibleName } from '../visible-name';

/** Nothing brings these back: asked first, with the focus on the way out. Answers whether they are gone. */
export function useRemove(folder: string): (entries: readonly FileEntry[]) => Promise<boolean> {
  const [remove] = filesApi.useRemoveFileMutation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const text = useText(filesTexts);
  const format = useLocaleFormat();

  return async (entries) => {
    const [first] = entries;
    if (!first) return false;
    const counted = { n: format.number(entries.length), count: entries.length };
    const one = entries.length === 1;
    const body = one ? text('remove.one', { name: visibleName(first.name) }) : text('remove.body', counted);
    if (!(await confirm.danger({ body, confirm: text('remove.confirm') }))) return false;
    const paths = entries.map(({ name }) => joinPath(folder, name));
    const { error } = await remove({ body: { paths, with_self: true } });
    if (!error) void message.success(text('done.removed', counted));
    return !error;
  };
}
