import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import MinusCircleOutlined from '@ant-design/icons/MinusCircleOutlined';
import type { TaskKind, TaskStep } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { centerTexts } from './center/center-texts';

const ICONS: Readonly<Record<TaskStep['status'], ReactNode>> = {
  wait: <ClockCircleOutlined aria-hidden />,
  running: <LoadingOutlined aria-hidden />,
  done: <CheckCircleOutlined aria-hidden />,
  failed: <CloseCircleOutlined aria-hidden />,
  skipped: <MinusCircleOutlined aria-hidden />,
};

/** Steps that have a translation; any other step is shown by its name. */
const NAMED = [
  'compare',
  'copy',
  'safety',
  'unpack',
  'fetch',
  'database',
  'files',
  'point',
  'check',
  'repair',
  'load',
  'dump',
  'empty',
  'replace',
  'order',
  'prove',
  'issue',
  'install',
  'verify',
] as const;

interface Props {
  readonly kind: TaskKind;
  readonly steps: readonly TaskStep[];
}

export function TaskSteps({ kind, steps }: Props) {
  const text = useText(centerTexts);
  const wordsOf = (name: string): string => {
    // Backups have a step of the same name that checks something else.
    if (kind === 'CERT_APPLY' && name === 'check') return text('stepName.checkDomain');
    const named = NAMED.find((one) => one === name);
    return named ? text(`stepName.${named}`) : name;
  };
  return (
    <section>
      <h3>{text('detail.steps')}</h3>
      <ol className="sh-task-steps">
        {steps.map(({ name, status }) => (
          <li key={name} className={`sh-step-${status}`}>
            {ICONS[status]}
            <span>{wordsOf(name)}</span>
            <span className="sh-step-status">{text(`step.${status}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
