import { useConfirm, useText } from '@sitedeck/ui/core';
import { frameTexts } from '../../frame/frame-texts';
import { useSettingsSave } from '../../frame/use-settings-save';
import { replyOf, hostEnvApi } from '../../hostenv.api';
import { rewriteTexts } from './rewrite-texts';
import type { RuleKey, RulesReply } from './rule-choice';
import type { RuleDraft } from './use-rule-draft';

/** The actions on saved rules except editing. */
export function useRuleActions(data: RulesReply, draft: RuleDraft) {
  const text = useText(rewriteTexts);
  const frame = useText(frameTexts);
  const confirm = useConfirm();
  const { save } = useSettingsSave();
  const [put] = hostEnvApi.useSetRewriteMutation();
  const [forget] = hostEnvApi.useDeleteRewriteMutation();
  const [reset] = hostEnvApi.useResetRewriteMutation();
  const { key, name } = draft.value;
  const { version } = data;

  /** Asks whether unsaved changes may be dropped. */
  const mayDrop = async (): Promise<boolean> =>
    !draft.isDirty ||
    confirm.danger({
      title: frame('leave.title'),
      body: text('drop.body', { name }),
      confirm: frame('act.discard'),
      cancel: frame('act.keepEditing'),
    });

  return {
    mayDrop,
    choose: async (next: RuleKey) => {
      if (next !== key && (await mayDrop())) draft.choose(next);
    },
    remove: async () => {
      const agreed = await confirm.danger({
        title: text('delete.title', { name: draft.server.name }),
        body: text(data.inForce?.id === key ? 'delete.live' : 'delete.body'),
        confirm: text('act.delete'),
      });
      if (!agreed) return;
      const outcome = await save(
        [(base) => replyOf(forget({ params: { id: Number(key) }, query: { version: base } }).unwrap())],
        version,
        { done: text('delete.done', { name: draft.server.name }), refusal: 'toast' },
      );
      if (outcome.is !== 'saved') return;
      const next = data.rules.find(({ id }) => id !== key)?.id;
      draft.choose(data.inForce && data.inForce.id === key ? 'live' : (next ?? 'new'));
    },
    use: () =>
      void save(
        [(base) => replyOf(put({ params: { id: Number(key) }, query: { version: base } }).unwrap())],
        version,
        { done: text('use.done', { name }), undo: true, refusal: 'toast' },
      ),
    /** Makes no rule live; saved rules stay. */
    stop: async () => {
      const agreed = await confirm.tip({
        title: text('stop.title'),
        body: text('stop.body'),
        confirm: text('act.stop'),
      });
      if (!agreed) return;
      await save([(base) => replyOf(reset({ query: { version: base } }).unwrap())], version, {
        done: text('stop.done'),
        undo: true,
        refusal: 'toast',
      });
    },
  };
}
