import { LOG_AREAS, LOG_RESULTS } from '@sitedeck/contract';
import { RESULT_TEXTS } from '@sitedeck/contract/action-texts';
import { useLocale } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { Select } from '@sitedeck/ui/page';
import { DayFields } from '../days/DayFields';
import { LOG_TIME_SPANS, type LogFilter } from './log-filter';
import { logTexts } from './log-texts';
import type { LogChange } from './use-log-filter';
import { WordFilter } from './WordFilter';

interface Props {
  readonly filter: LogFilter;
  readonly onChange: (change: LogChange) => void;
}

const ALL = '';
/** Reading the log is not logged, so this entry would never match. */
const OFFERED = LOG_AREAS.filter((area) => area !== 'log');

export function LogFilters({ filter, onChange }: Props) {
  const text = useText(logTexts);
  const locale = useLocale();
  return (
    <>
      <WordFilter
        label={text('keyword.name')}
        hint={text('keyword')}
        wide
        value={filter.keyword}
        onChange={(keyword) => onChange({ keyword })}
      />
      <WordFilter
        label={text('actor')}
        hint={text('actor')}
        value={filter.actor}
        onChange={(actor) => onChange({ actor })}
      />
      <Select<string>
        className="sh-filter"
        aria-label={text('area')}
        value={filter.area ?? ALL}
        onChange={(area) => onChange({ area })}
        options={[
          { value: ALL, label: text('area.all') },
          ...OFFERED.map((area) => ({ value: area, label: text(`area.${area}`) })),
        ]}
      />
      <Select<string>
        className="sh-filter"
        aria-label={text('result')}
        value={filter.result ?? ALL}
        onChange={(result) => onChange({ result })}
        options={[
          { value: ALL, label: text('result.all') },
          ...LOG_RESULTS.map((result) => ({ value: result, label: RESULT_TEXTS[result][locale] })),
        ]}
      />
      <Select<string>
        className="sh-filter"
        aria-label={text('span')}
        value={filter.span ?? ALL}
        onChange={(span) => onChange({ span, from: undefined, to: undefined })}
        options={[
          { value: ALL, label: text('span.all') },
          ...LOG_TIME_SPANS.map((span) => ({ value: span, label: text(`span.${span}`) })),
        ]}
      />
      {filter.span === 'custom' && <DayFields days={filter} onChange={onChange} />}
    </>
  );
}
