import { CheckCircleOutlined, CloseCircleOutlined, SyncOutlined } from '@ant-design/icons';
import type { Fault } from '@sitedeck/contract';
import { Reference, useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { CodeEditor, type Cursor, type EditorHandle } from '@sitedeck/ui/editor';
import { useEffect, useRef, useState } from 'react';
import { rewriteTexts } from './rewrite-texts';
import { RuleBar } from './RuleBar';
import { RuleTools } from './RuleTools';
import type { RulesReply } from './rule-choice';
import { problemsFoundBy, type RuleCheck } from './use-rule-check';
import type { RuleDraft } from './use-rule-draft';

interface Props {
  readonly data: RulesReply;
  readonly draft: RuleDraft;
  readonly check: RuleCheck;
  /** Why saving was refused. */
  readonly fault: Fault | undefined;
}

const START: Cursor = { line: 1, column: 1, selected: 0 };

/** The editor of a rule, with tools above and problems at their lines. */
export function RuleCard({ data, draft, check, fault }: Props) {
  const text = useText(rewriteTexts);
  const blocked = useBlocked();
  const editor = useRef<EditorHandle>(null);
  const [cursor, setCursor] = useState(START);
  const [wrap, setWrap] = useState(true);
  const { content } = draft.value;
  const [beginning] = useState(content);
  const inside = useRef(content);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  useEffect(() => {
    // The content was replaced by another rule, a template or a discard, not by typing.
    if (inside.current === content) return;
    inside.current = content;
    editor.current?.replaceAll(content);
  }, [content]);

  const typed = (read: () => string) => {
    const next = read();
    if (next === inside.current) return;
    inside.current = next;
    latest.current.edit({ ...latest.current.value, content: next });
  };
  return (
    <section className="he-rule sd-card" aria-label={text('content')}>
      <RuleBar data={data} draft={draft} />
      <RuleTools data={data} draft={draft} editor={editor} wrap={wrap} onWrap={setWrap} />
      {fault && <Refused fault={fault} check={check} />}
      <div className="he-rule-code">
        <CodeEditor
          label={text('content')}
          fileName="rules.conf"
          content={beginning}
          readOnly={blocked(text('content')) !== undefined}
          wrap={wrap}
          takesFocus={false}
          problems={problemsFoundBy(check)}
          onChange={typed}
          onCursor={setCursor}
          onSave={draft.save}
          handle={editor}
        />
      </div>
      <Foot
        cursor={cursor}
        content={content}
        check={check}
        onProblem={(line) => editor.current?.toLine(line)}
      />
    </section>
  );
}

/** Says that saving was refused; what is wrong stands at the line. */
function Refused({ fault, check }: { readonly fault: Fault; readonly check: RuleCheck }) {
  const text = useText(rewriteTexts);
  const format = useLocaleFormat();
  const [first] = problemsFoundBy(check);
  const isRule = fault.reason === 'config-refused' || fault.reason === 'rule-refused';
  return (
    <div className="he-rule-refused" role="alert">
      <CloseCircleOutlined aria-hidden />
      <div>
        <strong>{text(isRule ? 'refused' : 'failed')}</strong>{' '}
        {isRule && first ? text('refused.at', { n: format.number(first.line) }) : fault.message}
      </div>
      {fault.id && <Reference id={fault.id} />}
    </div>
  );
}

interface FootProps {
  readonly cursor: Cursor;
  readonly content: string;
  readonly check: RuleCheck;
  readonly onProblem: (line: number) => void;
}

function Foot({ cursor, content, check, onProblem }: FootProps) {
  const text = useText(rewriteTexts);
  const format = useLocaleFormat();
  const count = content.split('\n').length;
  return (
    <div className="he-rule-foot sd-small">
      <span>{text('foot.kind')}</span>
      <span>
        {text('foot.place', { line: format.number(cursor.line), column: format.number(cursor.column) })}
      </span>
      <span>{text('foot.lines', { n: format.number(count), count })}</span>
      <span role="status" className="he-rule-found">
        <Found check={check} onProblem={onProblem} />
      </span>
    </div>
  );
}

function Found({ check, onProblem }: Pick<FootProps, 'check' | 'onProblem'>) {
  const text = useText(rewriteTexts);
  const format = useLocaleFormat();
  if (check.is === 'none') return null;
  if (check.is === 'unknown') return <>{text('check.unknown')}</>;
  const [first] = check.found;
  if (first)
    return (
      <button type="button" className="sd-link-button he-rule-wrong" onClick={() => onProblem(first.line)}>
        <CloseCircleOutlined aria-hidden />{' '}
        {text('check.found', { n: format.number(check.found.length), count: check.found.length })}
      </button>
    );
  if (check.is === 'checking')
    return (
      <>
        <SyncOutlined aria-hidden /> {text('check.looking')}
      </>
    );
  return (
    <span className="he-rule-right">
      <CheckCircleOutlined aria-hidden /> {text('check.right')}
    </span>
  );
}
