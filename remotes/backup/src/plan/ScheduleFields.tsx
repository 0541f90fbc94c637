import { SelectField } from '@sitedeck/ui/form-dialog';
import { BACKUP_ZONE, type BackupSchedule } from '@sitedeck/contract';
import { TextField, useText } from '@sitedeck/ui/core';
import { useState, type RefObject } from 'react';
import { NumberField } from '../frame/NumberField';
import { TimeField } from '../frame/TimeField';
import { planTexts } from './plan-texts';
import { WEEKDAYS, weekdayText } from './schedule-text';

const EVERY = ['off', 'hourly', 'daily', 'weekly', 'monthly', 'cron'] as const;

interface Props {
  readonly schedule: BackupSchedule;
  readonly onChange: (schedule: BackupSchedule) => void;
  readonly cronProblem: string | undefined;
  readonly first: RefObject<HTMLElement | null>;
}

/** Fields for how often and when a backup is made, or for a cron expression. */
export function ScheduleFields({ schedule, onChange, cronProblem, first }: Props) {
  const text = useText(planTexts);
  const { is, at, weekday, day, cron } = schedule;
  const hasTime = is === 'daily' || is === 'weekly' || is === 'monthly';
  return (
    <>
      <div className="bk-fields">
        <SelectField
          label={text('schedule.every')}
          fieldRef={first}
          value={is}
          options={EVERY.map((one) => ({ value: one, label: text(`often.${one}`) }))}
          onChange={(next) => onChange({ ...schedule, is: next })}
        />
        {is === 'weekly' && (
          <SelectField
            label={text('weekday')}
            value={String(weekday)}
            options={WEEKDAYS.map((one) => ({ value: String(one), label: weekdayText(one, text) }))}
            onChange={(next) => onChange({ ...schedule, weekday: Number(next) })}
          />
        )}
        {is === 'monthly' && (
          <NumberField
            label={text('day')}
            value={day}
            min={1}
            max={31}
            onChange={(next) => onChange({ ...schedule, day: next })}
          />
        )}
        {is === 'hourly' && (
          <NumberField
            label={text('minute')}
            value={Number(at.slice(3))}
            min={0}
            max={59}
            unit={text('unit.minute')}
            onChange={(next) => onChange({ ...schedule, at: `03:${String(next).padStart(2, '0')}` })}
          />
        )}
        {hasTime && (
          <TimeField
            label={text('time')}
            value={at}
            onChange={(next) => onChange({ ...schedule, at: next })}
          />
        )}
      </div>
      {is === 'monthly' && <p className="sd-hint sd-small">{text('day.hint')}</p>}
      {is === 'cron' && (
        <CronField
          cron={cron}
          problem={cronProblem}
          onChange={(next) => onChange({ ...schedule, cron: next })}
        />
      )}
      {is !== 'off' && <p className="sd-hint sd-small">{text('zone', { zone: BACKUP_ZONE })}</p>}
    </>
  );
}

interface CronFieldProps {
  readonly cron: string;
  readonly problem: string | undefined;
  readonly onChange: (cron: string) => void;
}

function CronField({ cron, problem, onChange }: CronFieldProps) {
  const text = useText(planTexts);
  // An empty field is no mistake before the user had a chance to fill it.
  const [isTouched, setTouched] = useState(cron !== '');
  return (
    <TextField
      label={text('cron')}
      value={cron}
      onChange={(next) => (setTouched(true), onChange(next))}
      onBlur={() => setTouched(true)}
      error={isTouched ? problem : undefined}
      placeholder="30 3 * * 1"
      hint={text('cron.hint')}
    />
  );
}
