import { lazy, Suspense } from 'react';
import { loadPart } from '../remotes/shares';
import type { DayRange as Days } from './day-range';

// Few users choose days by hand, so the calendar loads on demand.
const DayRange = lazy(() =>
  loadPart(() => import('./DayRange')).then((part) => ({ default: part.DayRange })),
);

interface Props {
  readonly days: Days;
  readonly onChange: (change: Partial<Days>) => void;
}

export function DayFields({ days, onChange }: Props) {
  return (
    <Suspense fallback={<span className="sh-days" />}>
      <DayRange days={days} onChange={onChange} />
    </Suspense>
  );
}
