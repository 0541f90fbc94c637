import type { CallReply, readBackupPlan } from '@sitedeck/contract';
import { TimeText, useText } from '@sitedeck/ui/core';
import { frameTexts } from '../frame/frame-texts';
import { planTexts } from './plan-texts';
import { scheduleText, timeInZone } from './schedule-text';
import { SideCard } from './SideCard';

export type ReadPlan = CallReply<typeof readBackupPlan>;

/** The backup plan (计划): how often, the next times in the plan's time zone, and how the last run went. */
export function ScheduleCard({ plan }: { readonly plan: ReadPlan }) {
  const text = useText(planTexts);
  const frame = useText(frameTexts);
  const { schedule, kind, next, zone, last, testRestore } = plan;
  const [first, ...later] = next;
  return (
    <SideCard title={text('schedule.title')} plan={plan}>
      <dl className="bk-facts-list">
        <div>
          <dt>{text('schedule.next')}</dt>
          <dd>
            {first === undefined ? text('every.off') : <strong>{timeInZone(first, zone)}</strong>}
            {later.map((at) => (
              <div key={at} className="sd-hint sd-small">
                {timeInZone(at, zone)}
              </div>
            ))}
          </dd>
        </div>
        {schedule.is !== 'off' && (
          <>
            <div>
              <dt>{text('schedule.every')}</dt>
              <dd>{scheduleText(schedule, text)}</dd>
            </div>
            <div>
              <dt>{text('schedule.kind')}</dt>
              <dd>{frame(`kind.${kind}`)}</dd>
            </div>
          </>
        )}
        <div>
          <dt>{text('test')}</dt>
          <dd>{text(`test.${testRestore}`)}</dd>
        </div>
        {last && (
          <div>
            <dt>{text('schedule.last')}</dt>
            <dd>
              <TimeText at={last.at} />
              {last.message !== undefined && <div className="bk-bad sd-small">{last.message}</div>}
            </dd>
          </div>
        )}
      </dl>
      {schedule.is !== 'off' && <p className="sd-hint sd-small">{text('zone', { zone })}</p>}
    </SideCard>
  );
}
