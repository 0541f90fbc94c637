import { TASK_KIND_NAMES, TASK_STATUSES } from '@sitedeck/contract';
import { sharedTexts, useText } from '@sitedeck/ui/core';
import { Select } from '@sitedeck/ui/page';
import { taskTexts } from './task-texts';
import type { TaskFilter } from './use-task-page';

interface Props {
  readonly filter: TaskFilter;
  readonly onChange: (change: {
    type?: string | undefined;
    status?: string | undefined;
    page?: undefined;
  }) => void;
}

const ALL = '';

export function TaskFilters({ filter, onChange }: Props) {
  const text = useText(taskTexts);
  const shared = useText(sharedTexts);
  const orNothing = (value: string) => (value === ALL ? undefined : value);
  return (
    <>
      <Select<string>
        className="sh-filter"
        aria-label={text('filter.type')}
        value={filter.type ?? ALL}
        onChange={(type) => onChange({ type: orNothing(type), page: undefined })}
        options={[
          { value: ALL, label: text('filter.type.all') },
          ...TASK_KIND_NAMES.map((kind) => ({ value: kind, label: shared(`kind.${kind}`) })),
        ]}
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
    </>
  );
}
