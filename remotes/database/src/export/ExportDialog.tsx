import { EXPORT_FORMATS, type ExportFormat } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { TextField, useText } from '@sitedeck/ui/core';
import { typedPath } from '@sitedeck/ui/file-picker';
import { Choices, FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { Select } from '@sitedeck/ui/page';
import { useId, useRef, useState } from 'react';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';
import { actionTexts } from '../page/action-texts';
import { TableChoice } from './TableChoice';

interface Props {
  /** Tables chosen in the list; empty: all tables. */
  readonly tables: readonly string[];
  readonly onGone: () => void;
}

/** Writes a dump into the host's files. */
export function ExportDialog({ tables, onGone }: Props) {
  const text = useText(actionTexts);
  const acts = useText(databaseTexts);
  const [scope, setScope] = useState<'all' | 'chosen'>(tables.length === 0 ? 'all' : 'chosen');
  const [chosen, setChosen] = useState(tables);
  const [format, setFormat] = useState<ExportFormat>('sql.gz');
  const [to, setTo] = useState('');
  const target = to.trim() === '' ? undefined : typedPath(to);
  const isBad = to.trim() !== '' && target === undefined;
  const first = useRef<HTMLInputElement>(null);
  const [start] = databaseApi.useExportDatabaseMutation();
  const isNone = scope === 'chosen' && chosen.length === 0;

  const submit = async (): Promise<FormOutcome> => {
    if (isBad) return { is: 'stay' };
    const { error } = await start({
      body: {
        format,
        ...(scope === 'chosen' && { tables: [...chosen] }),
        ...(target !== undefined && { to: target }),
      },
    });
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };

  return (
    <FormDialog
      className="db-form"
      title={text('export.title')}
      confirm={acts('act.export')}
      reason={isNone ? text('export.none') : undefined}
      failed={text('export.refused')}
      submit={submit}
      begins
      first={first}
      onGone={onGone}
    >
      <Choices
        legend={text('export.scope')}
        value={scope}
        onChange={setScope}
        input={first}
        options={(['all', 'chosen'] as const).map((value) => ({
          value,
          label: text(`export.scope.${value}`),
        }))}
      />
      {scope === 'chosen' && <TableChoice chosen={chosen} onChange={setChosen} />}
      <FormatField format={format} onChange={setFormat} />
      <TextField
        label={text('export.to')}
        value={to}
        onChange={setTo}
        placeholder="/data/exports"
        hint={text('export.toHint')}
        error={isBad ? text('export.badPath') : undefined}
        autoComplete="off"
      />
    </FormDialog>
  );
}

interface FormatProps {
  readonly format: ExportFormat;
  readonly onChange: (format: ExportFormat) => void;
}

function FormatField({ format, onChange }: FormatProps) {
  const text = useText(actionTexts);
  const id = useId();
  return (
    <div className="sd-field">
      <label htmlFor={id} className="sd-label">
        {text('export.format')}
      </label>
      <Select<ExportFormat>
        id={id}
        className="db-select"
        value={format}
        onChange={onChange}
        options={EXPORT_FORMATS.map((value) => ({ value, label: text(`export.format.${value}`) }))}
      />
    </div>
  );
}
