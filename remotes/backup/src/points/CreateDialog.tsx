import { SaveOutlined } from '@ant-design/icons';
import { BACKUP_NOTE_MAX, type BackupKind } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, LockedTip, TextField, useBlocked, useDialog, useText } from '@sitedeck/ui/core';
import { Choices, FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { backupApi } from '../backup.api';
import { frameTexts } from '../frame/frame-texts';
import type { PageKind } from './page-kind';
import { pointsTexts } from './points-texts';

interface Props {
  readonly page: PageKind;
  readonly onGone: () => void;
}

const kindsOf = (page: PageKind): readonly BackupKind[] =>
  page === 'site' ? ['both', 'site'] : ['both', 'database'];

/** Asks what to back up now, and for a note. */
export function CreateDialog({ page, onGone }: Props) {
  const text = useText(pointsTexts);
  const frame = useText(frameTexts);
  const blocked = useBlocked();
  const [kind, setKind] = useState<BackupKind>('both');
  const [note, setNote] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const [create] = backupApi.useCreateBackupMutation();

  const submit = async (): Promise<FormOutcome> => {
    const { error } = await create({ body: { kind, note } });
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  return (
    <FormDialog
      className="bk-form"
      title={text('create.title')}
      confirm={text('act.create')}
      reason={blocked(text('act.create'))}
      failed={text('create.failed')}
      submit={submit}
      begins
      first={first}
      onGone={onGone}
    >
      <Choices
        legend={text('create.kind')}
        value={kind}
        onChange={setKind}
        options={kindsOf(page).map((one) => ({
          value: one,
          label: frame(`kind.${one}`),
          hint: text(`create.${one}`),
        }))}
      />
      <TextField
        label={text('note.optional')}
        value={note}
        onChange={setNote}
        input={first}
        maxLength={BACKUP_NOTE_MAX}
        placeholder={text('note.example')}
      />
    </FormDialog>
  );
}

/** The button to back up now (立即备份), in the page's head and on a page without points. */
export function CreateButton({ page }: { readonly page: PageKind }) {
  const text = useText(pointsTexts);
  const blocked = useBlocked();
  const show = useDialog();
  return (
    <LockedTip reason={blocked(text('act.create'))}>
      <Button
        type="primary"
        icon={<SaveOutlined aria-hidden />}
        onClick={() => show((gone) => <CreateDialog page={page} onGone={gone} />)}
      >
        {text('act.create')}
      </Button>
    </LockedTip>
  );
}
