import type { RemoteContext } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { SaveBar } from '../../frame/SaveBar';
import { StatusLine } from '../../frame/StatusLine';
import { Notes } from './Notes';
import { rewriteTexts } from './rewrite-texts';
import { RuleCard } from './RuleCard';
import { RuleTester } from './RuleTester';
import type { RulesReply } from './rule-choice';
import { foundBy, useRuleCheck } from './use-rule-check';
import { useRuleDraft } from './use-rule-draft';

interface Props {
  readonly ctx: RemoteContext;
  readonly data: RulesReply;
  readonly read: () => Promise<RulesReply>;
}

export function RulesForm({ ctx, data, read }: Props) {
  const text = useText(rewriteTexts);
  const draft = useRuleDraft(data, read);
  const { value, state } = draft;
  const fault = state.is === 'refused' ? state.fault : undefined;
  const check = useRuleCheck(value.content, fault);
  const problems = foundBy(check);
  const isEmpty = value.content.trim() === '';
  const invalid = isEmpty ? text('save.empty') : value.name.trim() === '' ? text('save.nameless') : undefined;

  return (
    <>
      <div className="he-body">
        <StatusLine>
          {data.inForce ? text('status', { name: data.inForce.name }) : text('status.none')}
        </StatusLine>
        <div className="he-rules">
          <RuleCard data={data} draft={draft} check={check} fault={fault} />
          <div className="he-rules-side">
            <RuleTester
              draft={draft.isDirty || !draft.server.content ? value.content : undefined}
              hasFault={problems.length > 0}
            />
            <Notes check={check} />
          </div>
        </div>
      </div>
      <SaveBar ctx={ctx} draft={draft} ownRefusal invalid={invalid} />
    </>
  );
}
