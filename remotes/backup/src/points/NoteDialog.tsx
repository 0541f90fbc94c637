import { BACKUP_NOTE_MAX, type BackupPoint } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { TextField, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { backupApi } from '../backup.api';
import { useMomentText } from '../frame/use-moment-text';
import { pointsTexts } from './points-texts';

interface Props {
  readonly point: BackupPoint;
  readonly onGone: () => void;
}

/** Edits the note (备注) of a point, and whether it is kept for long (长期保留). */
export function NoteDialog({ point, onGone }: Props) {
  const text = useText(pointsTexts);
  const when = useMomentText();
  const [note, setNote] = useState(point.note);
  const [kept, setKept] = useState(point.kept);
  const first = useRef<HTMLInputElement>(null);
  const [change] = backupApi.useNoteBackupMutation();
  const isSafety = point.reason === 'safety';

  const submit = async (): Promise<FormOutcome> => {
    const { error } = await change({ body: { point: point.id, note, ...(!isSafety && { kept }) } });
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  return (
    <FormDialog
      className="bk-form"
      title={text('note.title', { when: when(point.createdAt) })}
      confirm={text('note.save')}
      failed={text('note.failed')}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      <TextField
        label={text('note')}
        value={note}
        onChange={setNote}
        input={first}
        maxLength={BACKUP_NOTE_MAX}
        hint={text('note.hint')}
      />
      {!isSafety && (
        <label className="bk-check">
          <input type="checkbox" checked={kept} onChange={(event) => setKept(event.target.checked)} />
          <span>
            {text('act.keep')}
            <span className="sd-hint sd-small bk-block">{text('keep.hint')}</span>
          </span>
        </label>
      )}
    </FormDialog>
  );
}
