import { Button, FaultNotice, Skeleton, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useEffect, useRef } from 'react';
import { actionTexts } from '../page/action-texts';
import { usePasswordFiles, type PasswordFiles as State } from './use-password-files';

/** Lists the site's files that still hold the previous password, and offers to update them. */
export function PasswordFiles({ previous }: { readonly previous: string }) {
  const text = useText(actionTexts);
  const { state, choose, update } = usePasswordFiles(previous);
  switch (state.is) {
    case 'looking':
      return (
        <div aria-busy>
          <p className="sd-hint">{text('password.looking')}</p>
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        </div>
      );
    case 'unknown':
      return <FaultNotice what={text('password.notSearched')} fault={state.fault} />;
    case 'found':
      if (state.files.length === 0) return <p className="sd-hint">{text('password.nowhere')}</p>;
      return <Found state={state} choose={choose} update={update} />;
    case 'updated':
      return <Updated state={state} />;
  }
}

interface FoundProps {
  readonly state: Extract<State, { is: 'found' }>;
  readonly choose: (path: string, chosen: boolean) => void;
  readonly update: () => Promise<void>;
}

function Found({ state: { files, more, chosen, isBusy, fault }, choose, update }: FoundProps) {
  const text = useText(actionTexts);
  const format = useLocaleFormat();
  return (
    <div className="db-check">
      <strong>{text('password.files', { n: format.number(files.length), count: files.length })}</strong>
      <ul className="db-table-choice db-file-choice" aria-label={text('password.filesLabel')}>
        {files.map(({ path }) => (
          <li key={path}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(path)}
                disabled={isBusy}
                onChange={(event) => choose(path, event.target.checked)}
              />
              <span className="sd-mono db-break">{path}</span>
            </label>
          </li>
        ))}
      </ul>
      {more && <p role="note">{text('password.more', { n: format.number(files.length) })}</p>}
      <p className="sd-hint sd-small">{text('password.kept')}</p>
      {fault && <FaultNotice what={text('password.notUpdated')} fault={fault} />}
      <div>
        <Button type="primary" loading={isBusy} disabled={chosen.size === 0} onClick={() => void update()}>
          {text('password.update', { n: format.number(chosen.size), count: chosen.size })}
        </Button>
      </div>
    </div>
  );
}

function Updated({ state: { done, failed } }: { readonly state: Extract<State, { is: 'updated' }> }) {
  const text = useText(actionTexts);
  const format = useLocaleFormat();
  const result = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone, so the focus moves to the result.
  useEffect(() => result.current?.focus(), []);
  return (
    <div className="db-check">
      <p ref={result} tabIndex={-1} role="status">
        <strong>{text('password.updated', { n: format.number(done.length), count: done.length })}</strong>
      </p>
      {failed.length > 0 && (
        <ul className="db-refused" aria-label={text('password.notUpdated')}>
          {failed.map(({ path, fault }) => (
            <li key={path}>
              <span className="sd-mono db-break">{path}</span>
              <span className="db-error db-block">{fault.message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
