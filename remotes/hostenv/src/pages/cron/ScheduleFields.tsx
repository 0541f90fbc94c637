import { CRON_INTERVALS, cronForm, cronText, readCron, type CronForm } from '@sitedeck/contract';
import { TextField, useText } from '@sitedeck/ui/core';
import { Checkbox, Select } from '@sitedeck/ui/page';
import { useId, useState } from 'react';
import { cronTexts } from './cron-texts';
import { NUMBER_FORM, PartField, TIME_FORM } from './PartField';
import { WEEKDAYS } from './schedule-text';

const OFTEN = ['minutes', 'hourly', 'daily', 'weekly', 'monthly', 'custom'] as const;
type Often = (typeof OFTEN)[number];

interface Props {
  /** As in crontab; may not be readable. */
  readonly schedule: string;
  readonly onChange: (schedule: string) => void;
}

/** The schedule of a newly chosen frequency; it keeps the time of day that was entered before. */
function formFor(is: Often, schedule: string): CronForm {
  const old = cronForm(schedule);
  const minute = 'minute' in old ? old.minute : 0;
  const at = { hour: 'hour' in old ? old.hour : 3, minute };
  switch (is) {
    case 'minutes':
      return { is, every: 10 };
    case 'hourly':
      return { is, minute };
    case 'daily':
      return { is, ...at };
    case 'weekly':
      return { is, weekdays: [1], ...at };
    case 'monthly':
      return { is, day: 1, ...at };
    case 'custom':
      return { is, text: schedule };
  }
}

/** Frequency and its values, and below them the same as a crontab line. */
export function ScheduleFields({ schedule, onChange }: Props) {
  const text = useText(cronTexts);
  const [isCustom, setCustom] = useState(false);
  const form = cronForm(schedule);
  const often = isCustom ? 'custom' : form.is;
  const reading = readCron(schedule);
  const choose = (is: Often) => {
    setCustom(is === 'custom');
    onChange(cronText(formFor(is, schedule)));
  };
  return (
    <>
      <div className="he-schedule">
        <Labelled
          label={text('field.often')}
          value={often}
          options={OFTEN.map((value) => ({ value, label: text(`often.${value}`) }))}
          onChange={choose}
        />
        {!isCustom && <FormFields form={form} onChange={(next) => onChange(cronText(next))} />}
      </div>
      <TextField
        label={text('field.crontab')}
        value={schedule}
        onChange={(next) => (setCustom(false), onChange(next))}
        hint={text('field.crontab.hint')}
        error={reading.is === 'bad' ? text(`bad.${reading.problem}`) : undefined}
        autoComplete="off"
      />
    </>
  );
}

interface FormProps {
  readonly form: CronForm;
  readonly onChange: (form: CronForm) => void;
}

/** The values that a frequency has. */
function FormFields({ form, onChange }: FormProps) {
  const text = useText(cronTexts);
  switch (form.is) {
    case 'custom':
      return null;
    case 'minutes':
      return (
        <Labelled
          label={text('field.every')}
          value={String(form.every)}
          options={CRON_INTERVALS.map((n) => ({
            value: String(n),
            label: text('every.minutes', { n, count: n }),
          }))}
          onChange={(every) => onChange({ ...form, every: Number(every) })}
        />
      );
    case 'hourly':
      return (
        <PartField
          label={text('field.minute')}
          problem={text('field.minute.bad')}
          value={form.minute}
          form={NUMBER_FORM(0, 59)}
          onChange={(minute) => onChange({ ...form, minute })}
        />
      );
    default:
      return <DayFields form={form} onChange={onChange} />;
  }
}

interface DayProps {
  readonly form: Extract<CronForm, { readonly hour: number }>;
  readonly onChange: (form: CronForm) => void;
}

function DayFields({ form, onChange }: DayProps) {
  const text = useText(cronTexts);
  return (
    <>
      {form.is === 'weekly' && (
        <fieldset className="sd-choices he-weekdays">
          <legend className="sd-label">{text('field.weekdays')}</legend>
          <Checkbox.Group
            value={[...form.weekdays]}
            options={WEEKDAYS.map((value) => ({ value, label: text(`weekday.${value}`) }))}
            onChange={(weekdays) => {
              // Without a weekday it would never run, so the last one stays.
              if (weekdays.length > 0) onChange({ ...form, weekdays });
            }}
          />
        </fieldset>
      )}
      {form.is === 'monthly' && (
        <PartField
          label={text('field.day')}
          problem={text('field.day.bad')}
          hint={form.day > 28 ? text('field.day.hint') : undefined}
          value={form.day}
          form={NUMBER_FORM(1, 31)}
          onChange={(day) => onChange({ ...form, day })}
        />
      )}
      <PartField
        label={text('field.time')}
        problem={text('field.time.bad')}
        value={form.hour * 60 + form.minute}
        form={TIME_FORM}
        onChange={(time) => onChange({ ...form, hour: Math.floor(time / 60), minute: time % 60 })}
      />
    </>
  );
}

interface LabelledProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A select with its label above. */
function Labelled<Value extends string>({ label, ...select }: LabelledProps<Value>) {
  const id = useId();
  return (
    <div className="sd-field">
      <label htmlFor={id} className="sd-label">
        {label}
      </label>
      <Select<Value> id={id} className="he-wide" {...select} />
    </div>
  );
}
