import { DUMP_CHARSETS, type ImportMode } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, TextField, useBlocked, useConfirm, useText } from '@sitedeck/ui/core';
import { FilePicker } from '@sitedeck/ui/file-picker';
import { Choices, FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { Select } from '@sitedeck/ui/page';
import { useId, useRef, useState, type ComponentRef, type RefObject } from 'react';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';
import { isDump } from './dump-path';
import { ImportCheck } from './ImportCheck';
import { importTexts } from './import-texts';
import { UploadDump } from './upload/UploadDump';
import { useDumpUpload } from './upload/use-dump-upload';
import { useDumpFile } from './use-dump-file';
import { useImportCheck, type Charset } from './use-import-check';

interface Props {
  /** A portal's page can't upload files. */
  readonly canUpload: boolean;
  readonly onGone: () => void;
}

/** Imports a dump. It first shows what the import would do; trying files and encodings changes nothing. */
export function ImportDialog({ canUpload, onGone }: Props) {
  const [text, acts] = [useText(importTexts), useText(databaseTexts)];
  const blocked = useBlocked();
  const file = useDumpFile();
  const [charset, setCharset] = useState<Charset>('auto');
  const [mode, setMode] = useState<ImportMode>('merge');
  const [isBrowsing, setBrowsing] = useState(false);
  const check = useImportCheck(file.path, charset);
  const first = useRef<HTMLInputElement>(null);
  const charsetField = useRef<ComponentRef<typeof Select>>(null);
  const agree = useAgree();
  const upload = useDumpUpload(file.choose);
  const reasonText = check.reason && text(check.reason);
  const isUploading = upload.uploading.is === 'sending';
  const [start] = databaseApi.useImportDatabaseMutation();

  const submit = async (): Promise<FormOutcome> => {
    const path = file.settle();
    // Check the last typed path before importing it.
    if (isUploading || path === undefined || path !== file.path || check.is !== 'found')
      return { is: 'stay' };
    if (mode === 'replace' && !(await agree())) return { is: 'stay' };
    const { error } = await start({ body: { path, charset, mode } });
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };

  return (
    <FormDialog
      className="db-form"
      title={text('title')}
      confirm={acts('act.import')}
      danger={mode === 'replace'}
      reason={isUploading ? text('reason.uploading') : (blocked(acts('act.import')) ?? reasonText)}
      failed={text('refused')}
      submit={submit}
      begins
      first={first}
      onGone={onGone}
    >
      <TextField
        label={text('file')}
        input={first}
        value={file.typed}
        onChange={file.type}
        onBlur={() => void file.settle()}
        onKeyDown={(event) => event.key === 'Enter' && void file.settle()}
        error={file.isBad ? text('file.bad') : undefined}
        placeholder="/data/backup.sql.gz"
        autoComplete="off"
        end={
          <Button aria-expanded={isBrowsing} onClick={() => setBrowsing(!isBrowsing)}>
            {text('browse')}
          </Button>
        }
        hint={text('file.hint')}
      />
      {isBrowsing && (
        <FilePicker
          start={file.folder}
          accepts={isDump}
          onChoose={(path) => {
            file.choose(path);
            setBrowsing(false);
            first.current?.focus();
          }}
        />
      )}
      {canUpload && (
        <UploadDump uploading={upload.uploading} onFile={upload.start} onCancel={upload.cancel} />
      )}
      <CharsetField field={charsetField} charset={charset} onChange={setCharset} />
      <ImportCheck
        check={check}
        onCharset={(next) => {
          setCharset(next);
          // The pressed button is removed with the check's result, so the focus moves.
          charsetField.current?.focus();
        }}
      />
      <ModeField mode={mode} onChange={setMode} />
      <p className="sd-hint sd-small">{text('safety')}</p>
    </FormDialog>
  );
}

function useAgree(): () => Promise<boolean> {
  const text = useText(importTexts);
  const confirm = useConfirm();
  return () =>
    confirm.danger({
      title: text('replace.title'),
      body: text('replace.ask'),
      confirm: text('replace.confirm'),
    });
}

interface ModeProps {
  readonly mode: ImportMode;
  readonly onChange: (mode: ImportMode) => void;
}

function ModeField({ mode, onChange }: ModeProps) {
  const text = useText(importTexts);
  return (
    <Choices<ImportMode>
      legend={text('mode')}
      value={mode}
      onChange={onChange}
      options={(['merge', 'replace'] as const).map((value) => ({
        value,
        label: text(`mode.${value}`),
        hint: text(`mode.${value}.hint`),
      }))}
    />
  );
}

interface CharsetProps {
  readonly field: RefObject<ComponentRef<typeof Select> | null>;
  readonly charset: Charset;
  readonly onChange: (charset: Charset) => void;
}

function CharsetField({ field, charset, onChange }: CharsetProps) {
  const text = useText(importTexts);
  const id = useId();
  return (
    <div className="sd-field">
      <label htmlFor={id} className="sd-label">
        {text('charset')}
      </label>
      <Select<Charset>
        ref={field}
        id={id}
        className="db-select"
        value={charset}
        onChange={onChange}
        options={DUMP_CHARSETS.map((value) => ({ value, label: text(`charset.${value}`) }))}
      />
    </div>
  );
}
