import type { FileEntry } from '@sitedeck/contract';
import { useConfirm, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useBinNotice } from '../bin/use-bin-notice';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { joinPath } from '../paths';

export interface Remove {
  /** Deletes without a question, with undo. Resolves whether they were deleted. */
  readonly toBin: (entries: readonly FileEntry[]) => Promise<boolean>;
  /** Deletes permanently after a question that focuses Cancel. */
  readonly forGood: (entries: readonly FileEntry[]) => Promise<boolean>;
}

export function useRemove(folder: string): Remove {
  const [remove] = filesApi.useRemoveFileMutation();
  const { message } = useFeedback();
  const confirm = useConfirm();
  const announceDeletion = useBinNotice();
  const text = useText(filesTexts);
  const format = useLocaleFormat();

  return {
    async toBin(entries) {
      const { data } = await remove({ body: { ...namesIn(folder, entries), with_self: true, bin: true } });
      if (!data) return false;
      announceDeletion(data.kept);
      return true;
    },
    async forGood(entries) {
      const [first] = entries;
      if (!first) return false;
      const counted = { n: format.number(entries.length), count: entries.length };
      const one = entries.length === 1;
      const body = one ? text('remove.one', { name: visibleName(first.name) }) : text('remove.body', counted);
      if (!(await confirm.danger({ body, confirm: text('act.removeForGood') }))) return false;
      const { error } = await remove({ body: { ...namesIn(folder, entries), with_self: true } });
      if (!error) message.success(text('done.removed', counted));
      return !error;
    },
  };
}

/** Sends a name that is not valid text as its bytes. */
function namesIn(folder: string, entries: readonly FileEntry[]) {
  const paths = entries.filter(({ rawName }) => !rawName).map(({ name }) => joinPath(folder, name));
  const unreadable = entries.flatMap(({ rawName }) => (rawName ? [{ folder, name: rawName }] : []));
  return { ...(paths.length > 0 && { paths }), ...(unreadable.length > 0 && { unreadable }) };
}
