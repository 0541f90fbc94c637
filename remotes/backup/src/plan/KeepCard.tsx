import type { BackupPoint } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { planTexts } from './plan-texts';
import { RemovedPoints } from './RemovedPoints';
import type { ReadPlan } from './ScheduleCard';
import { SideCard } from './SideCard';

const SPANS = ['daily', 'weekly', 'monthly', 'yearly'] as const;

interface Props {
  readonly plan: ReadPlan;
  readonly points: readonly BackupPoint[];
}

/** Shows the retention rule (保留策略), and which points it would delete now. */
export function KeepCard({ plan, points }: Props) {
  const text = useText(planTexts);
  const format = useLocaleFormat();
  return (
    <SideCard title={text('keep.title')} plan={plan}>
      <dl className="bk-facts-list">
        {SPANS.map((span) => (
          <div key={span}>
            <dt>{text(`keep.${span}`)}</dt>
            <dd>{text('keep.count', { n: format.number(plan.keep[span]) })}</dd>
          </div>
        ))}
      </dl>
      <RemovedPoints removes={plan.removes} points={points} />
      <p className="sd-hint sd-small">{text('keep.hint')}</p>
    </SideCard>
  );
}
