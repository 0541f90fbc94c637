import { SafetyCertificateOutlined } from '@ant-design/icons';
import { TARGET_NAME_MAX, type BackupTarget } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { Choices, FormDialog } from '@sitedeck/ui/form-dialog';
import { useRef } from 'react';
import { Note } from '../frame/Note';
import { LocationField } from './LocationField';
import { LocationFields } from './LocationFields';
import { targetsTexts } from './targets-texts';
import { useTargetForm } from './use-target-form';

const KINDS = ['sftp', 'rest', 's3'] as const;

interface Props {
  readonly target?: BackupTarget | undefined;
  readonly onGone: () => void;
}

/**
 * Creates or edits a target. The server tests it before saving; for SFTP the user first confirms the server's
 * key.
 */
export function TargetDialog({ target, onGone }: Props) {
  const text = useText(targetsTexts);
  const parts = useTargetForm(target);
  const { form, fingerprint } = parts;
  const first = useRef<HTMLInputElement>(null);
  return (
    <FormDialog
      className="bk-form"
      title={text(target ? 'dialog.change' : 'dialog.add', { name: target?.name ?? '' })}
      confirm={text(parts.needsKey ? 'dialog.ask' : 'dialog.save')}
      failed={text('dialog.failed')}
      submit={parts.submit}
      first={first}
      onGone={onGone}
    >
      {!target && (
        <Choices
          legend={text('kind')}
          value={form.is}
          onChange={parts.chooseKind}
          options={KINDS.map((is) => ({
            value: is,
            label: text(`kind.${is}`),
            hint: text(`kind.${is}.hint`),
          }))}
        />
      )}
      <LocationField parts={parts} field="name" input={first} maxLength={TARGET_NAME_MAX} />
      <LocationFields parts={parts} isSaved={target !== undefined} />
      {form.is === 'sftp' && fingerprint !== undefined && (
        <ConfirmKey fingerprint={fingerprint} isAgreed={parts.isAgreed} onAgree={parts.agree} />
      )}
      <p className="sd-hint sd-small">{text('encrypted')}</p>
    </FormDialog>
  );
}

interface ConfirmKeyProps {
  readonly fingerprint: string;
  readonly isAgreed: boolean;
  readonly onAgree: (agreed: boolean) => void;
}

/** Shows the server's key. Only the server's operator can confirm that it is the right one. */
function ConfirmKey({ fingerprint, isAgreed, onAgree }: ConfirmKeyProps) {
  const text = useText(targetsTexts);
  return (
    <Note tone="warning" icon={<SafetyCertificateOutlined aria-hidden />}>
      {text('key.shown')}
      <code className="sd-mono bk-block bk-wrap">{fingerprint}</code>
      <label className="bk-check">
        <input type="checkbox" checked={isAgreed} onChange={(event) => onAgree(event.target.checked)} />
        <span>{text('key.agree')}</span>
      </label>
    </Note>
  );
}
