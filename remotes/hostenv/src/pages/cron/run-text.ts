import { CRON_MISSED_MAX, CRON_RUN_MS, zoneTime, type CronRun } from '@sitedeck/contract';
import type { CronText } from './cron-texts';

/** Tones of the states, by their meaning. */
export const RUN_TONES = {
  waiting: 'outline',
  running: 'primary',
  ok: 'success',
  failed: 'error',
  timeout: 'error',
  ended: 'neutral',
  interrupted: 'warning',
  missed: 'warning',
} as const satisfies Readonly<Record<CronRun['state'], string>>;

export const isUnfinished = (run: CronRun | null): boolean =>
  run?.state === 'waiting' || run?.state === 'running';

function tookOf({ startedAt, endedAt }: CronRun, text: CronText): string {
  const ms = startedAt === null || endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt);
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 60
    ? text('took.seconds', { seconds })
    : text('took.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

function missedText({ skipped }: CronRun, at: string, text: CronText): string {
  return skipped < CRON_MISSED_MAX
    ? text('why.missed', { at, n: skipped, count: skipped })
    : text('why.missed.many', { at, n: skipped });
}

/** When a run began, in the server's time zone. */
export const beganAt = ({ startedAt, at }: CronRun, zone: string): string =>
  zoneTime(zone, Date.parse(startedAt ?? at));

/** What a run did, in one line: `2026-11-28 03:00 · 用时 2 秒`. */
export function runText(run: CronRun, zone: string, text: CronText): string {
  const at = beganAt(run, zone);
  const minutes = CRON_RUN_MS / 60_000;
  const took = tookOf(run, text);
  switch (run.state) {
    case 'missed':
      return missedText(run, at, text);
    case 'failed':
      return run.exitStatus === null
        ? text('why.failed.signal', { at, took })
        : text('why.failed', { at, took, status: run.exitStatus });
    default:
      return text(`why.${run.state}`, { at, took, minutes });
  }
}
