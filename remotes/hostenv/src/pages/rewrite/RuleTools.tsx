import {
  ClearOutlined,
  CopyOutlined,
  SearchOutlined,
  SwapOutlined,
  VerticalAlignMiddleOutlined,
} from '@ant-design/icons';
import {
  Button,
  IconButton,
  LockedTip,
  useBlocked,
  useConfirm,
  useCopy,
  useDialog,
  useText,
} from '@sitedeck/ui/core';
import type { EditorHandle } from '@sitedeck/ui/editor';
import { Select } from '@sitedeck/ui/page';
import type { RefObject } from 'react';
import { hostEnvApi } from '../../hostenv.api';
import { rewriteTexts } from './rewrite-texts';
import type { RulesReply } from './rule-choice';
import { SuggestDialog } from './SuggestDialog';
import { useRuleActions } from './use-rule-actions';
import type { RuleDraft } from './use-rule-draft';

interface Props {
  readonly data: RulesReply;
  readonly draft: RuleDraft;
  readonly editor: RefObject<EditorHandle | null>;
  readonly wrap: boolean;
  readonly onWrap: (wrap: boolean) => void;
}

/** Toolbar above the text: sources of a rule on the left, editing tools on the right. */
export function RuleTools({ data, draft, editor, wrap, onWrap }: Props) {
  const text = useText(rewriteTexts);
  const blocked = useBlocked();
  const show = useDialog();
  const copy = useCopy();
  const acts = useRuleActions(data, draft);
  const suggest = () =>
    show((onGone) => (
      <SuggestDialog
        isEmpty={draft.value.content.trim() === ''}
        onInsert={(content) => editor.current?.insertLines(content)}
        onReplace={(content) => editor.current?.replaceAll(content)}
        onGone={onGone}
      />
    ));
  return (
    <div className="he-rule-bar">
      <Templates draft={draft} />
      <LockedTip reason={blocked(text('suggest'))}>
        <Button icon={<SwapOutlined aria-hidden />} onClick={suggest}>
          {text('suggest')}
        </Button>
      </LockedTip>
      <span className="sd-row he-rule-tools">
        <IconButton
          icon={<SearchOutlined />}
          label={text('tool.find')}
          onClick={() => editor.current?.find()}
        />
        <IconButton
          icon={<VerticalAlignMiddleOutlined />}
          label={text('tool.wrap')}
          aria-pressed={wrap}
          onClick={() => onWrap(!wrap)}
        />
        <IconButton
          icon={<CopyOutlined />}
          label={text('tool.copy')}
          onClick={() => void copy(draft.value.content)}
        />
        <LockedTip reason={blocked(text('act.stop')) ?? (data.inForce ? undefined : text('stop.none'))}>
          <Button
            type="text"
            icon={<ClearOutlined />}
            aria-label={text('tool.clear')}
            title={text('tool.clear')}
            onClick={() => void acts.stop()}
          />
        </LockedTip>
      </span>
    </div>
  );
}

/** Searchable templates for common applications; asks before it drops unsaved changes. */
function Templates({ draft }: { readonly draft: RuleDraft }) {
  const text = useText(rewriteTexts);
  const blocked = useBlocked();
  const confirm = useConfirm();
  const { data, isFetching } = hostEnvApi.useListRewriteTemplatesQuery({});
  const templates = data?.templates ?? [];
  const { name, content } = draft.value;
  const why = blocked(text('template'));

  const insert = async (id: string) => {
    const template = templates.find((one) => one.id === id);
    if (!template || template.content === content) return;
    const asks = draft.isDirty && content.trim() !== '';
    const agreed =
      !asks ||
      (await confirm.danger({
        title: text('template.ask', { name: template.name }),
        body: text('template.ask.body'),
        confirm: text('suggest.replace'),
      }));
    if (!agreed) return;
    const isNamed = name !== text('new.name') && templates.every((one) => one.name !== name);
    draft.edit({ ...draft.value, content: template.content, name: isNamed ? name : template.name });
  };
  return (
    <LockedTip reason={why}>
      <Select<string>
        className="he-rule-choice"
        aria-label={text('template')}
        showSearch={{ optionFilterProp: 'search' }}
        loading={isFetching}
        {...(why !== undefined && { open: false })}
        value={templates.find((one) => one.content === content)?.id ?? null}
        placeholder={text('template.choose')}
        prefix={<span className="sd-secondary">{text('template')}</span>}
        popupMatchSelectWidth={360}
        onChange={(id) => void insert(id)}
        options={templates.map(({ id, name: label, note }) => ({
          value: id,
          label,
          note,
          search: `${label} ${id}`,
        }))}
        optionRender={({ data: option }) => (
          <div className="he-template">
            {option.label}
            <div className="sd-hint sd-small">{option.note}</div>
          </div>
        )}
        notFoundContent={text('template.none')}
      />
    </LockedTip>
  );
}
