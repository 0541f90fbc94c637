import { SearchOutlined } from '@ant-design/icons';
import { useText } from '@sitedeck/ui/core';
import { Input, Select } from '@sitedeck/ui/page';
import { scanTexts } from './scan-texts';
import { SEVERITY_FILTERS, type Address, type SeverityFilter } from './use-address';

/** Filters for path and severity. */
export function FindingTools({ address }: { readonly address: Address }) {
  const text = useText(scanTexts);
  return (
    <>
      <Input
        className="sf-search"
        value={address.filter}
        onChange={(event) => address.show({ filter: event.target.value })}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={text('search')}
        aria-label={text('search')}
        maxLength={200}
        spellCheck={false}
        allowClear
      />
      <Select<SeverityFilter | ''>
        className="sf-severity"
        aria-label={text('column.severity')}
        value={address.severity}
        onChange={(severity) => address.show({ severity })}
        options={[
          { value: '', label: text('severity.all') },
          ...SEVERITY_FILTERS.map((value) => ({ value, label: text(`severity.${value}`) })),
        ]}
      />
    </>
  );
}
