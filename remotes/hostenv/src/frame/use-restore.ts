import { settingChanges } from '@sitedeck/contract/setting-texts';
import { toFault, useLocale } from '@sitedeck/sdk';
import { useConfirm, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { hostEnvApi } from '../hostenv.api';
import type { Change } from './change';
import { frameTexts } from './frame-texts';
import { useSavedNotice } from './use-settings-save';

/** Characters of a value shown in the question. */
const SHOWN = 80;

const escapeHtml = (words: string): string =>
  words.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

const brief = (value: string): string => {
  const line = value.replaceAll('\n', ', ');
  return escapeHtml(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line);
};

const listOf = (changes: readonly Change[], nothing: string): string =>
  changes
    .map(
      ({ name, before, after }) =>
        `<li><strong>${escapeHtml(name)}</strong> ${brief(before ?? nothing)} → ${brief(after ?? nothing)}</li>`,
    )
    .join('');

/** Restores an earlier version after showing what that changes. */
export function useRestore(): (version: number) => Promise<void> {
  const confirm = useConfirm();
  const text = useText(frameTexts);
  const locale = useLocale();
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const showSaved = useSavedNotice();
  const [compare] = hostEnvApi.useLazyCompareConfigQuery();
  const [revert] = hostEnvApi.useRevertConfigMutation();

  return async (version) => {
    const n = format.number(version);
    const { data, error } = await compare({ body: { to: version } });
    if (!data) return message.error(toFault(error).message);
    const changes = settingChanges(data.differences, locale);
    if (changes.length === 0) return message.info(text('restore.same', { n }));
    const count = changes.length;
    const agreed = await confirm.danger({
      title: text('history.restoreOf', { n }),
      html: `<p>${escapeHtml(text('restore.ask', { n, count }))}</p><ul>${listOf(changes, text('differences.nothing'))}</ul><p>${escapeHtml(text('restore.after'))}</p>`,
      confirm: text('history.restore'),
    });
    if (!agreed) return;
    const done = await revert({ params: { to: version } });
    if (done.data) showSaved({ done: text('restore.done', { n }), version: done.data.version });
  };
}
