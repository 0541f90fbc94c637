import { RobotOutlined, SwapOutlined } from '@ant-design/icons';
import { type CallReply, type suggestRewrite } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, Modal, Tag, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useId, useRef, useState } from 'react';
import { frameTexts } from '../../frame/frame-texts';
import { hostEnvApi } from '../../hostenv.api';
import { rewriteTexts } from './rewrite-texts';

type Suggestion = CallReply<typeof suggestRewrite>;

interface Props {
  readonly isEmpty: boolean;
  readonly onInsert: (content: string) => void;
  readonly onReplace: (content: string) => void;
  readonly onGone: () => void;
}

/** Converts .htaccess or a description to a rule, and inserts it into the editor without saving. */
export function SuggestDialog({ isEmpty, onInsert, onReplace, onGone }: Props) {
  const text = useText(rewriteTexts);
  const frame = useText(frameTexts);
  const [open, setOpen] = useState(true);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [ask, { data, error, isFetching }] = hostEnvApi.useLazySuggestRewriteQuery();
  const description = typed.trim();
  const suggestion = error === undefined && !isFetching ? data : undefined;
  const take = (act: (content: string) => void) => () => {
    if (suggestion) act(suggestion.content);
    setOpen(false);
  };

  return (
    <Modal
      open={open}
      title={text('suggest.title')}
      closable={{ 'aria-label': frame('act.close') }}
      onCancel={() => setOpen(false)}
      first={field}
      onGone={onGone}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{frame('act.cancel')}</Button>
          {suggestion && suggestion.content !== '' && !isEmpty && (
            <Button onClick={take(onInsert)}>{text('suggest.insert')}</Button>
          )}
          {suggestion && suggestion.content !== '' && (
            <Button type="primary" onClick={take(onReplace)}>
              {text(isEmpty ? 'suggest.insert' : 'suggest.replace')}
            </Button>
          )}
        </>
      }
    >
      <div className="he-entry">
        <div>
          <label className="sd-label" htmlFor={id}>
            {text('suggest.label')}
          </label>
          <textarea
            id={id}
            ref={field}
            className="sd-input sd-mono he-lines-field"
            rows={8}
            value={typed}
            placeholder={text('suggest.placeholder')}
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button
            loading={isFetching}
            disabled={description === ''}
            icon={<SwapOutlined aria-hidden />}
            onClick={() => void ask({ body: { text: description } })}
          >
            {text('suggest.act')}
          </Button>
        </div>
        {error !== undefined && !isFetching && (
          <FaultNotice what={text('suggest.failed')} fault={toFault(error)} />
        )}
        <div role="status">{suggestion && <SuggestionView suggestion={suggestion} />}</div>
      </div>
    </Modal>
  );
}

function SuggestionView({ suggestion }: { readonly suggestion: Suggestion }) {
  const text = useText(rewriteTexts);
  const format = useLocaleFormat();
  const { content, notConverted, by } = suggestion;
  return (
    <section className="he-entry he-suggestion">
      <div className="sd-row">
        <strong>{text('suggest.came')}</strong>
        <Tag tone={by === 'model' ? 'warning' : 'primary'} icon={<RobotOutlined aria-hidden />}>
          {text(`suggest.by.${by}`)}
        </Tag>
      </div>
      {content !== '' && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        <pre className="he-suggested sd-mono" tabIndex={0} aria-label={text('suggest.came')}>
          {content}
        </pre>
      )}
      {notConverted.length > 0 && (
        <>
          <strong>
            {text('suggest.left', { n: format.number(notConverted.length), count: notConverted.length })}
          </strong>
          <ul className="he-preview">
            {notConverted.map(({ line, text: words, reason }) => (
              <li key={line}>
                <span className="sd-hint sd-small">{text('line', { n: format.number(line) })}</span>
                <span className="sd-mono">{words}</span>
                <span className="he-preview-why">{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="sd-hint sd-small">{text('suggest.note')}</p>
    </section>
  );
}
