import { ExperimentOutlined } from '@ant-design/icons';
import { useText } from '@sitedeck/ui/core';
import { useId } from 'react';
import { Note } from '../frame/Note';
import { LocationField } from './LocationField';
import { targetsTexts } from './targets-texts';
import type { TargetForm } from './use-target-form';

interface Props {
  readonly parts: TargetForm;
  /** An empty secret field keeps the saved secret. */
  readonly isSaved: boolean;
}

/** The fields of one type of target. */
export function LocationFields({ parts, isSaved }: Props) {
  const text = useText(targetsTexts);
  const secret = isSaved ? text('secret.kept') : undefined;
  if (parts.form.is === 'sftp')
    return (
      <>
        <div className="bk-fields bk-fields-wide">
          <LocationField parts={parts} field="host" placeholder="backup.example.com" />
          <LocationField parts={parts} field="port" inputMode="numeric" />
        </div>
        <div className="bk-fields">
          <LocationField parts={parts} field="user" />
          <LocationField parts={parts} field="folder" />
        </div>
        <KeyField parts={parts} hint={secret ?? text('privateKey.hint')} />
      </>
    );
  if (parts.form.is === 'rest')
    return (
      <>
        <LocationField
          parts={parts}
          field="url"
          placeholder="https://backup.example.com:8000/site"
          hint={text('url.hint')}
        />
        <div className="bk-fields">
          <LocationField parts={parts} field="user" />
          <LocationField
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
      <LocationField parts={parts} field="endpoint" placeholder="https://s3.example.com" />
      <div className="bk-fields">
        <LocationField parts={parts} field="bucket" />
        <LocationField parts={parts} field="folder" />
        <LocationField parts={parts} field="region" />
      </div>
      <div className="bk-fields">
        <LocationField parts={parts} field="accessKey" hint={secret} />
        <LocationField
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

/** A private key has many lines. */
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
