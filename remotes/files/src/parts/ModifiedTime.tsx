import { formatTime } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';

const isToday = (full: string) => full.slice(0, 10) === formatTime(Date.now()).slice(0, 10);

/** A time to the minute, today's as "today"; seconds on hover. */
export function ModifiedTime({ at }: { readonly at: number }) {
  const text = useText('ui');
  const full = formatTime(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={full}>
      {isToday(full) ? text('time.today', { time: full.slice(11, 16) }) : full.slice(0, 16)}
    </time>
  );
}
