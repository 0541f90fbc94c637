import { REDIRECTS_MAX } from '@sitedeck/contract';
import { FileTextOutlined } from '@ant-design/icons';
import { Button, Tag, useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Checkbox } from '@sitedeck/ui/page';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { EntryDialog } from '../../frame/EntryDialog';
import { hostEnvApi } from '../../hostenv.api';
import { readImport, type ImportLine } from './redirect-csv';
import { redirectTexts } from './redirect-texts';
import { useRedirectActions, type RedirectsReply } from './use-redirect-actions';

interface Props {
  /** The redirects when the dialog opened. */
  readonly data: RedirectsReply;
  readonly onGone: () => void;
}

/** Adds many redirects, all or none; each line is checked before sending. */
export function ImportDialog({ data, onGone }: Props) {
  const text = useText(redirectTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const { data: latest = data } = hostEnvApi.useListRedirectsQuery({});
  const { redirects, version } = latest;
  const acts = useRedirectActions(version);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [replace, setReplace] = useState(false);
  const lines = readImport(typed, replace ? [] : redirects);
  const total = lines.length + (replace ? 0 : redirects.length);

  const read = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (chosen) void chosen.text().then(setTyped);
  };
  const reason = () => {
    if (lines.length === 0) return text('import.nothing');
    if (lines.some(({ problem }) => problem !== undefined)) return text('import.fix');
    return total > REDIRECTS_MAX ? text('import.tooMany', { n: format.number(REDIRECTS_MAX) }) : undefined;
  };
  return (
    <EntryDialog
      title={text('import.title')}
      confirm={text('import')}
      reason={blocked(text('import')) ?? reason()}
      submit={() =>
        acts.addMany(
          lines.map(({ redirect }) => redirect),
          replace,
        )
      }
      first={field}
      onGone={onGone}
    >
      <div>
        <label className="sd-label" htmlFor={id}>
          {text('import.lines')}
        </label>
        <textarea
          id={id}
          ref={field}
          className="sd-input sd-mono he-lines-field"
          rows={7}
          value={typed}
          placeholder={text('import.placeholder')}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <input ref={file} type="file" accept=".csv,text/csv,text/plain" hidden onChange={read} />
        <Button icon={<FileTextOutlined aria-hidden />} onClick={() => file.current?.click()}>
          {text('import.file')}
        </Button>
      </div>
      {redirects.length > 0 && (
        <Checkbox checked={replace} onChange={({ target }) => setReplace(target.checked)}>
          {text('import.replace', { n: format.number(redirects.length) })}
        </Checkbox>
      )}
      {lines.length > 0 && <Preview lines={lines} />}
    </EntryDialog>
  );
}

function Preview({ lines }: { readonly lines: readonly ImportLine[] }) {
  const text = useText(redirectTexts);
  const format = useLocaleFormat();
  const faulty = lines.filter(({ problem }) => problem !== undefined).length;
  return (
    <section>
      <div className="sd-row" role="status">
        <strong>{text('import.preview')}</strong>
        <Tag tone="success">{text('import.fit', { n: format.number(lines.length - faulty) })}</Tag>
        {faulty > 0 && (
          <Tag tone="error">{text('import.faulty', { n: format.number(faulty), count: faulty })}</Tag>
        )}
      </div>
      <ul className="he-preview">
        {lines.map(({ line, text: words, redirect, problem }) => (
          <li key={line} className={problem && 'he-preview-bad'}>
            <span className="sd-hint sd-small">{text('import.line', { n: format.number(line) })}</span>
            <span className="sd-mono">
              {problem === 'parts' ? words : text('row.name', { ...redirect, keepPath: '', keepQuery: '' })}
            </span>
            {problem && <span className="he-preview-why">{text(`import.bad.${problem}`)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
