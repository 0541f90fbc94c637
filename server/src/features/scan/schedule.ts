import { nextCronTime, readCron, ScanSchedule, SCAN_SCHEDULE_DEFAULT } from '@sitedeck/contract';

/** The schedule of a host; the standard one if it was never set. */
export function readSchedule(stored: unknown): ScanSchedule {
  return stored === null || stored === undefined ? SCAN_SCHEDULE_DEFAULT : ScanSchedule.parse(stored);
}

/** When a schedule is due next; null if it is off. */
export function nextScan(
  { isOn, frequency, hour }: ScanSchedule,
  { after, zone }: { readonly after: number; readonly zone: string },
): Date | null {
  // On Sundays, when most sites have their fewest visitors.
  const reading = readCron(`0 ${hour} * * ${frequency === 'daily' ? '*' : '0'}`);
  const next = isOn && reading.is === 'ok' ? nextCronTime(reading.schedule, after, zone) : undefined;
  return next === undefined ? null : new Date(next);
}
