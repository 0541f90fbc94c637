import { SCAN_FREQUENCIES, SCAN_MODES, type ScanSchedule } from '@sitedeck/contract';
import { formatTime, toFault } from '@sitedeck/sdk';
import { useFeedback, useText } from '@sitedeck/ui/core';
import { Choices, FormDialog, SelectField, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { scanApi } from '../scan.api';
import type { ScanStatus } from './scan-status';
import { scanTexts } from './scan-texts';
import { hourText } from './schedule-text';

const EVERY = ['off', ...SCAN_FREQUENCIES] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

interface Props {
  readonly status: ScanStatus;
  readonly onGone: () => void;
}

/** Sets when the site is scanned without a request. */
export function ScheduleDialog({ status, onGone }: Props) {
  const text = useText(scanTexts);
  const first = useRef<HTMLElement>(null);
  const [schedule, setSchedule] = useState(status.schedule);
  const save = useSave();
  const change = (changed: Partial<ScanSchedule>) => setSchedule({ ...schedule, ...changed });
  return (
    <FormDialog
      className="sf-form"
      title={text('schedule.title')}
      confirm={text('schedule.save')}
      failed={text('schedule.failed')}
      submit={() => save(schedule)}
      first={first}
      onGone={onGone}
    >
      <SelectField
        label={text('schedule.frequency')}
        fieldRef={first}
        value={schedule.isOn ? schedule.frequency : 'off'}
        options={EVERY.map((value) => ({ value, label: text(`schedule.often.${value}`) }))}
        onChange={(every) => change(every === 'off' ? { isOn: false } : { isOn: true, frequency: every })}
      />
      {schedule.isOn && (
        <>
          <SelectField
            label={text('schedule.hour')}
            value={String(schedule.hour)}
            options={HOURS}
            onChange={(hour) => change({ hour: Number(hour) })}
          />
          <p className="sd-hint sd-small">{text('schedule.zone', { zone: status.zone })}</p>
          <Choices
            legend={text('schedule.mode')}
            value={schedule.mode}
            onChange={(mode) => change({ mode })}
            options={SCAN_MODES.map((value) => ({
              value,
              label: text(`start.${value}`),
              hint: text(`mode.${value}`),
            }))}
          />
        </>
      )}
      <label className="sf-check">
        <input
          type="checkbox"
          checked={schedule.onArrival}
          onChange={({ target }) => change({ onArrival: target.checked })}
        />
        <span>
          {text('schedule.onArrival')}
          <span className="sd-hint sd-small">{text('schedule.onArrival.hint')}</span>
        </span>
      </label>
    </FormDialog>
  );
}

function useSave(): (schedule: ScanSchedule) => Promise<FormOutcome> {
  const text = useText(scanTexts);
  const { message } = useFeedback();
  const [send] = scanApi.useSaveScanScheduleMutation();
  return async (schedule) => {
    const { data, error } = await send({ body: schedule });
    if (!data) return { is: 'refused', fault: toFault(error) };
    const { nextAt } = data;
    message.success(
      nextAt === null ? text('schedule.savedOff') : text('schedule.savedNext', { time: formatTime(nextAt) }),
    );
    return { is: 'done' };
  };
}
