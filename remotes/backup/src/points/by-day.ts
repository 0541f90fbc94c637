import type { BackupPoint } from '@sitedeck/contract';
import { dayOf } from '../frame/use-when';

export interface Day {
  /** Local, `2026-11-21`. */
  readonly day: string;
  readonly points: readonly BackupPoint[];
}

/** Points of each local day, in the order they came. */
export function byDay(points: readonly BackupPoint[]): readonly Day[] {
  const days: { day: string; points: BackupPoint[] }[] = [];
  for (const point of points) {
    const day = dayOf(point.createdAt);
    const last = days.at(-1);
    if (last?.day === day) last.points.push(point);
    else days.push({ day, points: [point] });
  }
  return days;
}
