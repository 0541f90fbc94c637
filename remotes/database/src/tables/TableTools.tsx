import { ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import type { DatabaseTable } from '@sitedeck/contract';
import { IconButton, TimeSentence, useText } from '@sitedeck/ui/core';
import { Input, Select } from '@sitedeck/ui/page';
import { databaseTexts } from '../database-texts';
import type { Address } from '../page/use-address';
import { enginesOf } from './table-list';

interface Props {
  readonly address: Address;
  readonly tables: readonly DatabaseTable[];
}

/** Filters for name and engine. */
export function TableTools({ address, tables }: Props) {
  const text = useText(databaseTexts);
  return (
    <>
      <Input
        className="db-search"
        value={address.filter}
        onChange={(event) => address.show({ filter: event.target.value })}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={text('tables.search')}
        aria-label={text('tables.search')}
        allowClear
      />
      <Select
        aria-label={text('tables.engine')}
        value={address.engine}
        onChange={(engine: string) => address.show({ engine })}
        options={[
          { value: '', label: text('tables.allEngines') },
          ...enginesOf(tables).map((engine) => ({ value: engine, label: engine })),
        ]}
        popupMatchSelectWidth={false}
      />
    </>
  );
}

interface MeasuredProps {
  readonly at: string | null;
  readonly refresh: () => void;
}

/** The age of the measured sizes, with a button to measure again. */
export function Measured({ at, refresh }: MeasuredProps) {
  const text = useText(databaseTexts);
  return (
    <span className="sd-row">
      {at !== null && (
        <span className="sd-hint sd-small">
          <TimeSentence at={at} words={(time) => text('tables.measured', { time })} />
        </span>
      )}
      <IconButton icon={<ReloadOutlined />} label={text('tables.refresh')} onClick={refresh} />
    </span>
  );
}
