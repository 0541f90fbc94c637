import type { BackupPoint, BackupTarget } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { Button, LockedTip, useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useId } from 'react';
import { useMomentText } from '../frame/use-moment-text';
import { useUndo } from '../restore/use-undo';
import type { PageKind } from './page-kind';
import { PointActions } from './PointActions';
import { PointFacts } from './PointFacts';
import { pointsTexts } from './points-texts';

interface Props {
  readonly page: PageKind;
  readonly points: readonly BackupPoint[];
  readonly targets: readonly BackupTarget[];
}

/**
 * Lists the safety points, which hold what restores replaced, separately from real backups. Each can undo its
 * restore until it expires.
 */
export function SafetyPoints({ page, points, targets }: Props) {
  const text = useText(pointsTexts);
  const format = useLocaleFormat();
  const title = useId();
  if (points.length === 0) return null;
  return (
    <section className="bk-card sd-card" aria-labelledby={title}>
      <div className="bk-card-head">
        <h2 id={title}>{text('safety.title')}</h2>
        <span className="sd-hint">
          {text('timeline.count', { n: format.number(points.length), count: points.length })}
        </span>
      </div>
      <p className="sd-hint sd-small">{text('safety.hint')}</p>
      <ol className="bk-safety">
        {points.map((point) => (
          <SafetyRow key={point.id} page={page} point={point} targets={targets} />
        ))}
      </ol>
    </section>
  );
}

type RowProps = Omit<Props, 'points'> & { readonly point: BackupPoint };

function SafetyRow({ page, point, targets }: RowProps) {
  const text = useText(pointsTexts);
  const when = useMomentText();
  const undoRestore = useUndo();
  const blocked = useBlocked();
  const { createdAt, expiresAt, undoes, before } = point;
  const at = when(createdAt);
  const what = before?.is === 'deploy' ? 'deploy' : 'restore';
  const act = before?.is === 'undo' ? 'redo' : 'undo';
  return (
    <li className="bk-point bk-point-safety" data-point={point.id}>
      <time className="bk-point-time" dateTime={createdAt} title={formatTime(createdAt)}>
        {at}
      </time>
      <div className="bk-point-facts">
        <PointFacts page={page} point={point} targets={targets} />
        {expiresAt && (
          <div className="sd-hint sd-small">{text('safety.until', { when: when(expiresAt) })}</div>
        )}
        {undoes !== null && before?.is !== 'app' && before?.is !== 'staging' && (
          <LockedTip reason={blocked(text(`act.${act}`))}>
            <Button
              size="small"
              aria-label={text(`${act}.of`, { when: at })}
              onClick={({ currentTarget }) => void undoRestore(undoes, currentTarget, what)}
            >
              {text(`act.${act}`)}
            </Button>
          </LockedTip>
        )}
      </div>
      <PointActions page={page} point={point} />
    </li>
  );
}
