import { useText } from '@sitedeck/ui/core';
import { useEffect, useRef, useState } from 'react';
import { useSettingsDraft } from '../../frame/use-settings-draft';
import { replyOf, hostEnvApi } from '../../hostenv.api';
import { rewriteTexts } from './rewrite-texts';
import { firstKey, ruleAt, ruleInForce, staysLive, type RuleKey, type RulesReply } from './rule-choice';

/** The edited rule. Saving stores it, and makes it live if requested. */
export function useRuleDraft(data: RulesReply, read: () => Promise<RulesReply>) {
  const text = useText(rewriteTexts);
  const [save] = hostEnvApi.useSaveRewriteMutation();
  const [put] = hostEnvApi.useSetRewriteMutation();
  const [chosen, setChosen] = useState<RuleKey>(() => firstKey(data));
  const [newName, setNewName] = useState<string>();
  const [wantsUse, setWantsUse] = useState<boolean>();
  // If a rule was stored but could not be made live, the next save must not store it twice.
  const made = useRef<number>(undefined);

  const name = newName ?? text('new.name');
  const use = wantsUse ?? data.inForce === null;
  const asShown = ruleInForce(data, chosen, name);

  const shownKey = useRef<RuleKey>(chosen);
  const draft = useSettingsDraft({
    name: 'pseudoStatic',
    inForce: asShown,
    read: async () => ruleInForce(await read(), shownKey.current, name),
    changes: (before, after) => [
      ...(before.name === after.name ? [] : [{ name: text('name'), before: before.name, after: after.name }]),
      ...(before.content === after.content
        ? []
        : [{ name: text('content'), before: lines(before.content), after: lines(after.content) }]),
    ],
    steps: ({ key, ...rule }) => {
      const known = typeof key === 'number' ? key : made.current;
      const live = typeof key === 'number' && staysLive(data, key);
      const puts = !live && (use || key === 'live');
      return [
        async (version) => {
          const body = known === undefined ? rule : { ...rule, id: known };
          const saved = await replyOf(save({ body, query: { version } }).unwrap());
          made.current = saved.id;
          const last = puts
            ? await replyOf(put({ params: { id: saved.id }, query: { version: saved.version } }).unwrap())
            : saved;
          // From now on the page shows the server's state.
          await read();
          setChosen(saved.id);
          setWantsUse(undefined);
          return last;
        },
      ];
    },
    done: text(use || staysLive(data, chosen) ? 'done' : 'done.kept'),
  });

  useEffect(() => {
    shownKey.current = draft.value.key;
  });

  /** Switches to another rule and drops unsaved changes. */
  const choose = (key: RuleKey, named?: string) => {
    made.current = undefined;
    draft.discard();
    setNewName(named);
    setWantsUse(undefined);
    setChosen(key);
  };
  const server = ruleAt(data, draft.value.key, name);
  return { ...draft, server, chosen, choose, use, setUse: setWantsUse };
}
export type RuleDraft = ReturnType<typeof useRuleDraft>;

/** With a line break, so that even a single line is shown as a line-by-line difference. */
const lines = (content: string): string | undefined =>
  content === '' ? undefined : `${content.trimEnd()}\n`;
