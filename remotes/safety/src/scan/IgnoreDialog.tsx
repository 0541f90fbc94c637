import { SCAN_REASON_MAX, type ScanFile } from '@sitedeck/contract';
import { TextField, useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { FormDialog } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { FileNames } from './FileNames';
import { scanTexts } from './scan-texts';
import { useActOutcome } from './use-act';

interface Props {
  readonly files: readonly ScanFile[];
  readonly onDone: () => void;
  readonly onGone: () => void;
}

/** Takes the content of files as trusted, with the owner's reason. */
export function IgnoreDialog({ files, onDone, onGone }: Props) {
  const text = useText(scanTexts);
  const { number } = useLocaleFormat();
  const blocked = useBlocked();
  const run = useActOutcome(onDone);
  const field = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <FormDialog
      className="sf-form"
      title={text('ignore.title', { count: files.length, n: number(files.length) })}
      confirm={text('act.ignore')}
      reason={blocked(text('act.ignore'))}
      failed={text('ignore.failed')}
      first={field}
      submit={async () => {
        if (reason.trim() !== '') return run({ act: 'ignore', files, reason: reason.trim() });
        setMissing(true);
        return { is: 'stay' };
      }}
      onGone={onGone}
    >
      <p>{text('ignore.body')}</p>
      <FileNames files={files} />
      <TextField
        label={text('ignore.reason')}
        input={field}
        value={reason}
        onChange={(next) => {
          setReason(next);
          setMissing(false);
        }}
        error={isMissing ? text('ignore.missing') : undefined}
        hint={text('ignore.hint')}
        maxLength={SCAN_REASON_MAX}
      />
    </FormDialog>
  );
}
