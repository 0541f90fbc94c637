import { TABLES_MAX } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { FaultNotice, Skeleton, TextField, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';
import { actionTexts } from '../page/action-texts';

interface Props {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Lets the user choose tables by name. */
export function TableChoice({ chosen, onChange }: Props) {
  const text = useText(actionTexts);
  const tableText = useText(databaseTexts);
  const format = useLocaleFormat();
  const [filter, setFilter] = useState('');
  const { data, error } = databaseApi.useOwnTablesQuery({});
  if (error !== undefined && !data)
    return <FaultNotice what={text('tables.failed')} fault={toFault(error)} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const filterText = filter.trim().toLowerCase();
  const shown = data.tables.filter(({ name }) => name.toLowerCase().includes(filterText));
  const set = (name: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, name].slice(0, TABLES_MAX) : chosen.filter((one) => one !== name));
  return (
    <div>
      <TextField
        label={text('tables.search')}
        value={filter}
        onChange={setFilter}
        hint={text('tables.chosen', { n: format.number(chosen.length), count: chosen.length })}
        autoComplete="off"
      />
      <ul className="db-table-choice" aria-label={text('tables.label')}>
        {shown.map(({ name, bytes, estimated }) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={(event) => set(name, event.target.checked)}
              />
              <span className="sd-mono db-break">{name}</span>
              <span className="sd-hint sd-small">
                {estimated ? tableText('tables.about', { value: format.bytes(bytes) }) : format.bytes(bytes)}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}
