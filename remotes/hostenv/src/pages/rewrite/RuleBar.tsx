import { CheckCircleOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, LockedTip, Tag, useBlocked, useText } from '@sitedeck/ui/core';
import { Checkbox, Select } from '@sitedeck/ui/page';
import { rewriteTexts } from './rewrite-texts';
import { isLive, staysLive, type RuleKey, type RulesReply } from './rule-choice';
import { useRuleActions } from './use-rule-actions';
import { useRuleNames } from './use-rule-names';
import type { RuleDraft } from './use-rule-draft';

interface Props {
  readonly data: RulesReply;
  readonly draft: RuleDraft;
}

/** Chooses the rule to edit, and shows which one is live. */
export function RuleBar({ data, draft }: Props) {
  const text = useText(rewriteTexts);
  const blocked = useBlocked();
  const acts = useRuleActions(data, draft);
  const names = useRuleNames(data, draft, acts.mayDrop);
  const { key, name } = draft.value;
  const live = isLive(data, draft.server);
  const item = (act: 'new' | 'rename' | 'delete', run: () => void, off: boolean) => {
    const words = text(`act.${act}`);
    const why = blocked(words);
    return {
      key: act,
      label: why === undefined ? words : `${words} · ${why}`,
      danger: act === 'delete',
      disabled: off || why !== undefined,
      onClick: run,
    };
  };
  const isKept = typeof key === 'number';
  return (
    <div className="he-rule-bar">
      <Select<RuleKey>
        aria-label={text('rule')}
        className="he-rule-choice"
        value={key}
        onChange={(next) => void acts.choose(next)}
        options={optionsOf(data, { key, name: name || text('new.name') }).map(({ value, label, marked }) => ({
          value,
          label: marked ? `${label} · ${text('live')}` : label,
        }))}
        prefix={<span className="sd-secondary">{text('rule')}</span>}
      />
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            item('new', names.create, false),
            item('rename', names.rename, !isKept),
            item('delete', () => void acts.remove(), !isKept),
          ],
        }}
      >
        <Button aria-haspopup="menu">
          {text('act.manage')} <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {live ? (
        <Tag tone="success" icon={<CheckCircleOutlined aria-hidden />}>
          {text('live')}
        </Tag>
      ) : (
        <Use data={data} draft={draft} run={acts.use} />
      )}
    </div>
  );
}

/** Makes a saved rule live; with unsaved changes, saves them first. */
function Use({ data, draft, run }: Props & { readonly run: () => void }) {
  const text = useText(rewriteTexts);
  const blocked = useBlocked();
  const { key } = draft.value;
  if (draft.isDirty || typeof key !== 'number')
    return staysLive(data, key) ? null : (
      <Checkbox checked={draft.use} onChange={({ target }) => draft.setUse(target.checked)}>
        {text('use.onSave')}
      </Checkbox>
    );
  return (
    <LockedTip reason={blocked(text('act.use'))}>
      <Button onClick={run}>{text('act.use')}</Button>
    </LockedTip>
  );
}

interface Option {
  readonly value: RuleKey;
  readonly label: string;
  readonly marked: boolean;
}

function optionsOf(
  data: RulesReply,
  edited: { readonly key: RuleKey; readonly name: string },
): readonly Option[] {
  const { rules, inForce } = data;
  const kept = rules.map(({ id, name }) => ({ value: id, label: name, marked: inForce?.id === id }));
  const live = inForce?.id === null ? [{ value: 'live' as const, label: inForce.name, marked: true }] : [];
  const fresh = edited.key === 'new' ? [{ value: 'new' as const, label: edited.name, marked: false }] : [];
  return [...live, ...kept, ...fresh];
}
