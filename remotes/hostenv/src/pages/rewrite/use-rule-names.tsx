import { useDialog, useText } from '@sitedeck/ui/core';
import { useSettingsSave } from '../../frame/use-settings-save';
import { replyOf, hostEnvApi } from '../../hostenv.api';
import { NameDialog } from './NameDialog';
import { rewriteTexts } from './rewrite-texts';
import type { RulesReply } from './rule-choice';
import type { RuleDraft } from './use-rule-draft';

/** Asks for the name of a new rule, or renames a saved one. */
export function useRuleNames({ version }: RulesReply, draft: RuleDraft, mayDrop: () => Promise<boolean>) {
  const text = useText(rewriteTexts);
  const show = useDialog();
  const { save } = useSettingsSave();
  const [keep] = hostEnvApi.useSaveRewriteMutation();
  const { key } = draft.value;
  return {
    create: () =>
      show((onGone) => (
        <NameDialog
          title={text('new.title')}
          confirm={text('act.new')}
          given=""
          submit={async (named) => {
            if (!(await mayDrop())) return undefined;
            draft.choose('new', named);
            return { is: 'saved', version, isNew: false };
          }}
          onGone={onGone}
        />
      )),
    rename: () =>
      show((onGone) => (
        <NameDialog
          title={text('rename.title')}
          confirm={text('act.rename')}
          given={draft.server.name}
          submit={(named) =>
            save(
              [
                (base) =>
                  replyOf(
                    keep({
                      body: { id: Number(key), name: named, content: draft.server.content },
                      query: { version: base },
                    }).unwrap(),
                  ),
              ],
              version,
              { done: text('rename.done', { name: named }), refusal: 'caller' },
            )
          }
          onGone={onGone}
        />
      )),
  };
}
