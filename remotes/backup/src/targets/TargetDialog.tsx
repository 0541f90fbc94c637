import type { BackupTarget } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { Choices, FormDialog } from '@sitedeck/ui/form-dialog';
import { useRef } from 'react';
import { ConfirmKey } from './ConfirmKey';
import { PlaceFields } from './PlaceFields';
import { PlaceText } from './PlaceText';
import { targetsTexts } from './targets-texts';
import { useTargetForm } from './use-target-form';

const KINDS = ['sftp', 'rest', 's3'] as const;

interface Props {
  readonly target?: BackupTarget | undefined;
  readonly onGone: () => void;
}

/** A place for copies. It is tried before it is saved; of an SFTP server the key is confirmed first. */
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
      <PlaceText parts={parts} field="name" input={first} maxLength={60} />
      <PlaceFields parts={parts} isSaved={target !== undefined} />
      {form.is === 'sftp' && fingerprint !== undefined && (
        <ConfirmKey fingerprint={fingerprint} isAgreed={parts.isAgreed} onAgree={parts.agree} />
      )}
      <p className="sd-hint sd-small">{text('encrypted')}</p>
    </FormDialog>
  );
}
