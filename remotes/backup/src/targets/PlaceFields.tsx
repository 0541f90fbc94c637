import { ExperimentOutlined } from '@ant-design/icons';
import { useText } from '@sitedeck/ui/core';
import { useId } from 'react';
import { Note } from '../frame/Note';
import { PlaceText } from './PlaceText';
import { targetsTexts } from './targets-texts';
import type { TargetForm } from './use-target-form';

interface Props {
  readonly parts: TargetForm;
  /** Secrets that stay empty stay as they are. */
  readonly isSaved: boolean;
}

/** The fields of one kind of target. */
export function PlaceFields({ parts, isSaved }: Props) {
  const text = useText(targetsTexts);
  const secret = isSaved ? text('secret.kept') : undefined;
  if (parts.form.is === 'sftp')
    return (
      <>
        <div className="bk-fields bk-fields-wide">
          <PlaceText parts={parts} field="host" placeholder="backup.example.com" />
          <PlaceText parts={parts} field="port" inputMode="numeric" />
        </div>
        <div className="bk-fields">
          <PlaceText parts={parts} field="user" />
          <PlaceText parts={parts} field="folder" />
        </div>
        <KeyField parts={parts} hint={secret ?? text('privateKey.hint')} />
      </>
    );
  if (parts.form.is === 'rest')
    return (
      <>
        <PlaceText
          parts={parts}
          field="url"
          placeholder="https://backup.example.com:8000/site"
          hint={text('url.hint')}
        />
        <div className="bk-fields">
          <PlaceText parts={parts} field="user" />
          <PlaceText
            parts={parts}
            field="password"
            type="password"
            autoComplete="new-password"
            hint={secret}
          />
        </div>
      </>
    );
  return (
    <>
      <Note tone="warning" icon={<ExperimentOutlined aria-hidden />}>
        {text('s3.untested')}
      </Note>
      <PlaceText parts={parts} field="endpoint" placeholder="https://s3.example.com" />
      <div className="bk-fields">
        <PlaceText parts={parts} field="bucket" />
        <PlaceText parts={parts} field="folder" />
        <PlaceText parts={parts} field="region" />
      </div>
      <div className="bk-fields">
        <PlaceText parts={parts} field="accessKey" hint={secret} />
        <PlaceText
          parts={parts}
          field="secretKey"
          type="password"
          autoComplete="new-password"
          hint={secret}
        />
      </div>
    </>
  );
}

/** A key is many lines. */
function KeyField({ parts, hint }: { readonly parts: TargetForm; readonly hint: string }) {
  const text = useText(targetsTexts);
  const id = useId();
  const { privateKey: problem } = parts.problems;
  return (
    <div className="sd-field">
      <label className="sd-label" htmlFor={id}>
        {text('field.privateKey')}
      </label>
      <textarea
        id={id}
        className={
          problem === undefined ? 'sd-input sd-mono bk-key' : 'sd-input sd-mono bk-key sd-input-error'
        }
        rows={4}
        value={parts.form.privateKey}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-error ${id}-hint`}
        placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
        onChange={(event) => parts.type('privateKey', event.target.value)}
      />
      <p id={`${id}-error`} className="sd-field-error" role="alert">
        {problem}
      </p>
      <div id={`${id}-hint`} className="sd-hint sd-small">
        {hint}
      </div>
    </div>
  );
}
