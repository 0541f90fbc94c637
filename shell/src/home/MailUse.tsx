import type { UsedSpace } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { homeTexts } from './home-texts';
import { Figures, MeterCell } from './MeterCell';
import { meterOf } from './quota';

/** Hour and minute of a time. */
const clock = (moment: string): string => formatTime(moment).slice(11, 16);

/** Recipients of the site's mail in this hour, of how many it may be. */
export function MailUse({ used, limit, until }: NonNullable<UsedSpace['mail']>) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  const figures = { used: format.number(used), quota: format.number(limit) };
  return (
    <MeterCell
      name={text('mail')}
      // A plan without mail has no use to compare: a full red bar would be a false alarm.
      meter={limit > 0 ? meterOf({ used, quota: limit }) : { is: 'unlimited', used }}
      figures={<Figures used={figures.used} limit={figures.quota} />}
      words={text('quota.of', figures)}
      level={(level) => text(`mail.level.${level}`)}
    >
      <span>{text(limit > 0 ? 'mail.recipients' : 'mail.none')}</span>
      {limit > 0 && <span>{text('mail.until', { time: clock(until) })}</span>}
    </MeterCell>
  );
}
