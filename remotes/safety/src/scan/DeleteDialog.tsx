import { SCAN_DELETE_TYPED, type ScanFile } from '@sitedeck/contract';
import { TextField, useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { FormDialog } from '@sitedeck/ui/form-dialog';
import { useState } from 'react';
import { FileNames } from './FileNames';
import { scanTexts } from './scan-texts';
import { useActOutcome } from './use-act';

interface Props {
  readonly files: readonly ScanFile[];
  readonly onDone: () => void;
  readonly onGone: () => void;
}

/** Confirms that files are deleted for good; for many files the owner types a word. */
export function DeleteDialog({ files, onDone, onGone }: Props) {
  const text = useText(scanTexts);
  const { number } = useLocaleFormat();
  const blocked = useBlocked();
  const run = useActOutcome(onDone);
  const [typed, setTyped] = useState('');
  const word = text('delete.word');
  const isTyped = files.length < SCAN_DELETE_TYPED || typed.trim() === word;
  const counted = { count: files.length, n: number(files.length) };
  const isKept = files.every(({ state }) => state === 'quarantined');
  return (
    <FormDialog
      className="sf-form"
      title={text('delete.title', counted)}
      confirm={text('delete.confirm', counted)}
      reason={blocked(text('act.delete')) ?? (isTyped ? undefined : text('delete.typeFirst', { word }))}
      danger
      failed={text('delete.failed')}
      submit={() => run({ act: 'delete', files })}
      onGone={onGone}
    >
      <p>{text(isKept ? 'delete.bodyKept' : 'delete.body')}</p>
      <FileNames files={files} />
      {files.length >= SCAN_DELETE_TYPED && (
        <TextField
          label={text('delete.type', { word })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}
