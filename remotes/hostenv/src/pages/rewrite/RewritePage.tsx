import { InfoCircleOutlined } from '@ant-design/icons';
import type { RemoteContext } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { MountStyle } from '../../frame/FrameStyle';
import { SaveBar } from '../../frame/SaveBar';
import { StatusLine } from '../../frame/StatusLine';
import { replyOf, FRESH, hostEnvApi } from '../../hostenv.api';
import { rewriteStyle } from './rewrite-style';
import { rewriteTexts } from './rewrite-texts';
import type { RulesReply } from './rule-choice';
import { RuleCard } from './RuleCard';
import { RuleTester } from './RuleTester';
import { problemsFoundBy, type RuleCheck, useRuleCheck } from './use-rule-check';
import { useRuleDraft } from './use-rule-draft';

/** The rewrite rules page (伪静态). */
export function RewritePage({ ctx }: { readonly ctx: RemoteContext }) {
  const query = hostEnvApi.useListRewritesQuery({}, FRESH);
  return (
    <EnvPage page="pseudoStatic" state={pageStateOf(query)}>
      {(data) => (
        <>
          <MountStyle css={rewriteStyle} />
          <RulesForm ctx={ctx} data={data} read={() => replyOf(query.refetch().unwrap())} />
        </>
      )}
    </EnvPage>
  );
}

interface Props {
  readonly ctx: RemoteContext;
  readonly data: RulesReply;
  readonly read: () => Promise<RulesReply>;
}

function RulesForm({ ctx, data, read }: Props) {
  const text = useText(rewriteTexts);
  const draft = useRuleDraft(data, read);
  const { value, state } = draft;
  const fault = state.is === 'refused' ? state.fault : undefined;
  const check = useRuleCheck(value.content, fault);
  const problems = problemsFoundBy(check);
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

/** Explains what saving does. */
function Notes({ check }: { readonly check: RuleCheck }) {
  const text = useText(rewriteTexts);
  const ownRoot = check.is === 'checked' && check.ownRoot;
  return (
    <div className="he-note" role="note">
      <InfoCircleOutlined aria-hidden />
      <div className="sd-small">
        {text('note.saving')} <code className="sd-mono">location /</code>{' '}
        {text(ownRoot ? 'note.merge.own' : 'note.merge')}
      </div>
    </div>
  );
}
