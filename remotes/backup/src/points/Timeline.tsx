import type { BackupPoint, BackupTarget } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { Button, EmptyState, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useId, useState } from 'react';
import { frameTexts } from '../frame/frame-texts';
import { dayText, dayOf } from '../frame/use-moment-text';
import { CreateButton } from './CreateDialog';
import type { PageKind } from './page-kind';
import { PointActions } from './PointActions';
import { PointFacts } from './PointFacts';
import { pointsTexts } from './points-texts';

/** Points shown at first, and added by each click on "more": hourly backups of a year are many. */
const STEP = 40;

interface Props {
  readonly page: PageKind;
  /** Without safety points, newest first. */
  readonly points: readonly BackupPoint[];
  readonly targets: readonly BackupTarget[];
}

/** Lists the points that can be restored, by day. */
export function Timeline({ page, points, targets }: Props) {
  const text = useText(pointsTexts);
  const frame = useText(frameTexts);
  const format = useLocaleFormat();
  const title = useId();
  const [shown, setShown] = useState(STEP);
  const rest = points.length - shown;
  return (
    <section className="bk-card sd-card" aria-labelledby={title}>
      <div className="bk-card-head">
        <h2 id={title}>{text('timeline.title')}</h2>
        <span className="sd-hint">
          {text('timeline.count', { n: format.number(points.length), count: points.length })}
        </span>
      </div>
      {points.length === 0 && (
        <EmptyState text={text('timeline.empty')} action={<CreateButton page={page} />} />
      )}
      {byDay(points.slice(0, shown)).map(({ day, points: ofDay }) => (
        <section key={day} className="bk-day" aria-label={day}>
          <h3>
            {dayText(day, frame)} {/* 今天 and 昨天 hold no date. */}
            {!day.endsWith(dayText(day, frame)) && <span className="sd-hint sd-small">{day}</span>}
          </h3>
          <ol>
            {ofDay.map((point) => (
              <PointRow
                key={point.id}
                page={page}
                point={point}
                targets={targets}
                isNewest={point === points[0]}
              />
            ))}
          </ol>
        </section>
      ))}
      {rest > 0 && (
        <Button block onClick={() => setShown(shown + STEP)}>
          {text('timeline.more', { n: format.number(Math.min(rest, STEP)), rest: format.number(rest) })}
        </Button>
      )}
    </section>
  );
}

interface RowProps {
  readonly page: PageKind;
  readonly point: BackupPoint;
  readonly targets: readonly BackupTarget[];
  readonly isNewest: boolean;
}

/** One point: its time, content, test result, locations and actions. */
function PointRow({ page, point, targets, isNewest }: RowProps) {
  const full = formatTime(point.createdAt);
  return (
    <li className={isNewest ? 'bk-point bk-point-newest' : 'bk-point'} data-point={point.id}>
      <time className="bk-point-time" dateTime={point.createdAt} title={full}>
        {full.slice(11, 16)}
      </time>
      <PointFacts page={page} point={point} targets={targets} />
      <PointActions page={page} point={point} />
    </li>
  );
}

interface Day {
  /** Local date, `2026-11-21`. */
  readonly day: string;
  readonly points: readonly BackupPoint[];
}

/** Groups points by local day and keeps their order. */
function byDay(points: readonly BackupPoint[]): readonly Day[] {
  const days: { day: string; points: BackupPoint[] }[] = [];
  for (const point of points) {
    const day = dayOf(point.createdAt);
    const last = days.at(-1);
    if (last?.day === day) last.points.push(point);
    else days.push({ day, points: [point] });
  }
  return days;
}
