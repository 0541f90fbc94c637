import { ImportOutlined } from '@ant-design/icons';
import { BACKUP_NOTE_MAX } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, LockedTip, TextField, useBlocked, useDialog, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { backupApi } from '../backup.api';
import { pointsTexts } from './points-texts';

/** Imports an archive among the site's files as a new point. */
function UploadDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(pointsTexts);
  const blocked = useBlocked();
  const [path, setPath] = useState('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const first = useRef<HTMLInputElement>(null);
  const [upload] = backupApi.useUploadBackupMutation();

  const submit = async (): Promise<FormOutcome> => {
    const archivePath = path.trim();
    if (!/^\/./.test(archivePath)) {
      setProblem(text('upload.badPath'));
      first.current?.focus();
      return { is: 'stay' };
    }
    setProblem(undefined);
    const { error } = await upload({ body: { path: archivePath, note } });
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  return (
    <FormDialog
      className="bk-form"
      title={text('upload.title')}
      confirm={text('upload.confirm')}
      reason={blocked(text('upload.confirm'))}
      failed={text('upload.failed')}
      submit={submit}
      begins
      first={first}
      onGone={onGone}
    >
      <p className="sd-secondary">{text('upload.body')}</p>
      <TextField
        label={text('upload.path')}
        value={path}
        onChange={setPath}
        input={first}
        error={problem}
        placeholder="/data/site.tar.zst"
        hint={text('upload.hint')}
      />
      <TextField label={text('note.optional')} value={note} onChange={setNote} maxLength={BACKUP_NOTE_MAX} />
    </FormDialog>
  );
}

/** The button that opens the import of an archive. */
export function UploadButton() {
  const text = useText(pointsTexts);
  const blocked = useBlocked();
  const show = useDialog();
  return (
    <LockedTip reason={blocked(text('act.upload'))}>
      <Button
        icon={<ImportOutlined aria-hidden />}
        onClick={() => show((gone) => <UploadDialog onGone={gone} />)}
      >
        {text('act.upload')}
      </Button>
    </LockedTip>
  );
}
