import { nextCronTimes, readCron, zoneTime } from '@sitedeck/contract';
import { serverNow } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { cronTexts } from './cron-texts';
import { scheduleText } from './schedule-text';

const SHOWN = 3;

/** The entered schedule as a sentence, with its next times. */
export function SchedulePreview({ schedule, zone }: { readonly schedule: string; readonly zone: string }) {
  const text = useText(cronTexts);
  const format = useLocaleFormat();
  const reading = readCron(schedule);
  const times =
    reading.is === 'ok' ? nextCronTimes(reading.schedule, { after: serverNow(), count: SHOWN, zone }) : [];
  return (
    <div role="status">
      {reading.is === 'ok' && (
        <>
          <strong>{scheduleText(schedule, text, format.list)}</strong>
          <p className="sd-secondary sd-small">
            {text('preview', { times: format.list(times.map((at) => zoneTime(zone, at))) })}
          </p>
        </>
      )}
    </div>
  );
}
