import type { FileVersion } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { useConfirm, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { editorTexts } from '../editor-texts';
import type { RemovalResult } from './use-history';

/** Deletes one version, or all, permanently after a question. */
export function useRemoveVersions(remove: (version: FileVersion | undefined) => Promise<RemovalResult>) {
  const text = useText(editorTexts);
  const format = useLocaleFormat();
  const confirm = useConfirm();
  const { message } = useFeedback();
  return async (versions: readonly FileVersion[], version?: FileVersion) => {
    const body = version
      ? text('history.remove.one', { time: formatTime(version.keptAt) })
      : text('history.remove.all', { n: format.number(versions.length), count: versions.length });
    const label = text(version ? 'history.remove' : 'history.removeAll');
    if (!(await confirm.danger({ body, confirm: label }))) return;
    const outcome = await remove(version);
    if (outcome.is === 'failed') return message.error(outcome.message);
    const { removed, bytes } = outcome;
    message.success(
      text('history.removed', { n: format.number(removed), count: removed, size: format.bytes(bytes) }),
    );
  };
}
