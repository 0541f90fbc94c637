import { TASK_STATUSES } from '@sitedeck/contract';
import { sharedTexts, useText } from '@sitedeck/ui/core';
import { Select, TaskKindFilter } from '@sitedeck/ui/page';
import { DayFields } from '../days/DayFields';
import { centerTexts } from './center/center-texts';
import { TIME_CHOICES } from './time-spans';
import type { FilterChange } from './use-task-filter';
import type { TaskFilter } from './use-task-page';

interface Props {
  readonly filter: TaskFilter;
  readonly onChange: (change: FilterChange) => void;
}

const ALL = '';

/** Type, status, time. */
export function TaskFilters({ filter, onChange }: Props) {
  const text = useText(centerTexts);
  const shared = useText(sharedTexts);
  const orNothing = (value: string) => (value === ALL ? undefined : value);
  return (
    <>
      <TaskKindFilter
        className="sh-filter"
        short={filter.ofFiles}
        value={filter.type}
        onChange={(type) => onChange({ type, page: undefined })}
      />
      <Select<string>
        className="sh-filter"
        aria-label={text('filter.status')}
        value={filter.status ?? ALL}
        onChange={(status) => onChange({ status: orNothing(status), page: undefined })}
        options={[
          { value: ALL, label: text('filter.status.all') },
          ...TASK_STATUSES.map((status) => ({ value: status, label: shared(`status.${status}`) })),
        ]}
      />
      <Select<string>
        className="sh-filter"
        aria-label={text('filter.time')}
        value={filter.time ?? ALL}
        onChange={(time) =>
          onChange({ time: orNothing(time), from: undefined, to: undefined, page: undefined })
        }
        options={[
          { value: ALL, label: text('filter.time.all') },
          ...TIME_CHOICES.map((choice) => ({ value: choice, label: text(`filter.time.${choice}`) })),
        ]}
      />
      {filter.time === 'custom' && (
        <DayFields days={filter} onChange={(days) => onChange({ ...days, page: undefined })} />
      )}
    </>
  );
}
