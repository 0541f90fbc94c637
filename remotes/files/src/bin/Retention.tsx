import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Select } from '@sitedeck/ui/page';
import { filesApi } from '../files.api';
import { binTexts } from './bin-texts';

const CHOICES = [7, 30, 90, 365] as const;
/** Stands for null, which the select can't hold. */
const EVER = 0;

interface Props {
  /** Null: entries stay until the owner empties the bin. */
  readonly days: number | null;
}

/** Sets how long deleted entries are kept. Allowed while a task runs, since no file of the site changes. */
export function Retention({ days }: Props) {
  const text = useText(binTexts);
  const format = useLocaleFormat();
  const [save, { isLoading }] = filesApi.useSaveFileSettingsMutation();
  const known = new Set<number>([...CHOICES, ...(days === null ? [] : [days])]);
  const options = [
    ...[...known]
      .sort((one, other) => one - other)
      .map((value) => ({ value, label: text('days.some', { n: format.number(value), count: value }) })),
    { value: EVER, label: text('days.ever') },
  ];
  return (
    <Select<number>
      className="fm-bin-days"
      aria-label={text('days')}
      value={days ?? EVER}
      options={options}
      loading={isLoading}
      onChange={(value) => void save({ body: { binDays: value === EVER ? null : value } })}
    />
  );
}
