import { FILE_TASK_KINDS, TASK_KIND_NAMES, type TaskKind } from '@sitedeck/contract';
import Select from 'antd/es/select';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';

interface Props {
  readonly value: TaskKind | undefined;
  readonly onChange: (kind: TaskKind | undefined) => void;
  /** The short list: upload, download, decompress. */
  readonly short?: boolean;
  readonly className?: string;
}

const ALL = '';

/** Chooses one task kind, or all of them. */
export function TaskKindFilter({ value, onChange, short = false, className = '' }: Props) {
  const text = useText(sharedTexts);
  const kinds: readonly TaskKind[] = short ? FILE_TASK_KINDS : TASK_KIND_NAMES;
  return (
    <Select<TaskKind | typeof ALL>
      className={className}
      aria-label={text('filter.kind')}
      value={value ?? ALL}
      onChange={(kind) => onChange(kind === ALL ? undefined : kind)}
      options={[
        { value: ALL, label: text('filter.kind.all') },
        ...kinds.map((kind) => ({ value: kind, label: text(`kind.${kind}`) })),
      ]}
    />
  );
}
