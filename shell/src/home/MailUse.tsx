import type { UsedSpace } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useId } from 'react';
import { homeTexts } from './home-texts';
import { meterOf } from './quota';

/** Hour and minute of a time. */
const clock = (moment: string): string => formatTime(moment).slice(11, 16);

/** Recipients of the site's mail in this hour, of how many it may be. */
export function MailUse({ used, limit, until }: NonNullable<UsedSpace['mail']>) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  const id = useId();
  const meter = meterOf({ used, quota: limit });
  if (meter.is !== 'limited') return null;
  const share = Math.min(1, meter.share);
  const figures = { used: format.number(used), quota: format.number(limit) };
  return (
    <div className="sh-quota">
      <div className="sh-quota-head">
        <h2 id={id}>{text('mail')}</h2>
        {limit > 0 && (
          <span className={`sh-quota-level sh-quota-level-${meter.level}`}>
            {meter.level !== 'normal' && <>{text(`mail.level.${meter.level}`)} </>}
            {format.percent(share)}
          </span>
        )}
      </div>
      <p className="sh-quota-figures">
        <strong>{figures.used}</strong> <span>/ {figures.quota}</span>
      </p>
      {limit > 0 && (
        <div
          className={`sd-bar-track sh-quota-${meter.level}`}
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(share * 100)}
          aria-valuetext={text('quota.of', figures)}
        >
          <span className="sd-bar-done" style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <p className="sh-quota-foot sh-dotted">
        <span>{limit > 0 ? text('mail.until', { time: clock(until) }) : text('mail.none')}</span>
      </p>
    </div>
  );
}
