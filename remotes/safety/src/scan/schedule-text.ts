import type { ScanSchedule } from '@sitedeck/contract';
import type { ScanText } from './scan-texts';

/** As `02:00`. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Describes a schedule: 每天 02:00. */
export function scheduleText({ isOn, frequency, hour, onArrival }: ScanSchedule, text: ScanText): string {
  if (isOn) return text(`schedule.every.${frequency}`, { time: hourText(hour) });
  return text(onArrival ? 'schedule.arrival' : 'schedule.off');
}
