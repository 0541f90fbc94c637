import { PushpinOutlined, WarningOutlined } from '@ant-design/icons';
import type { BackupPoint, BackupTarget } from '@sitedeck/contract';
import { Tag, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { frameTexts } from '../frame/frame-texts';
import { useMomentText } from '../frame/use-moment-text';
import { containsPart, shownSizeOf, type PageKind } from './page-kind';
import { pointsTexts } from './points-texts';
import { VerifiedBadge } from './VerifiedBadge';

interface Props {
  readonly page: PageKind;
  readonly point: BackupPoint;
  readonly targets: readonly BackupTarget[];
}

/** Content and locations of a point, in two lines. */
export function PointFacts({ page, point, targets }: Props) {
  const text = useText(pointsTexts);
  const frame = useText(frameTexts);
  const format = useLocaleFormat();
  const origin = useOrigin();
  const { kind, reason, note, files, addedBytes, missed, kept } = point;
  const places = [text('place.local'), ...placesOf(point, targets)].join(' + ');
  const facts = [
    origin(point),
    ...(page === 'site' && containsPart(kind, 'site')
      ? [text('files', { n: format.number(files), count: files })]
      : []),
    text('added', { size: format.bytes(addedBytes) }),
    places,
  ];
  return (
    <div className="bk-point-facts">
      <div className="bk-point-line">
        <Tag tone={reason === 'safety' ? 'primary' : 'neutral'}>
          {reason === 'safety' ? text('safety') : frame(`kind.${kind}`)}
        </Tag>
        <span>{format.bytes(shownSizeOf(point, page))}</span>
        <VerifiedBadge point={point} />
        {kept && (
          <Tag tone="primary" icon={<PushpinOutlined aria-hidden />}>
            {text('kept')}
          </Tag>
        )}
        {missed > 0 && (
          <span className="bk-warn sd-small">
            <WarningOutlined aria-hidden /> {text('missed', { n: format.number(missed), count: missed })}
          </span>
        )}
      </div>
      <div className="sd-hint sd-small bk-wrap">{facts.join(' · ')}</div>
      {note && <div className="sd-small bk-wrap">{note}</div>}
    </div>
  );
}

/** Returns a function that says why a point was made; for a safety point also before which restore. */
function useOrigin(): (point: BackupPoint) => string {
  const text = useText(pointsTexts);
  const when = useMomentText();
  return ({ reason, before }) => {
    if (before?.is === 'undo') return text('before.undo');
    if (before?.is === 'redo') return text('before.redo');
    if (before?.is === 'deploy' || before?.is === 'app' || before?.is === 'staging')
      return text(`before.${before.is}`);
    if (before?.restored) return text('before.restore', { when: when(before.restored) });
    return text(`reason.${reason}`);
  };
}

const placesOf = ({ copies }: BackupPoint, targets: readonly BackupTarget[]): readonly string[] =>
  copies.flatMap(({ target }) => targets.find(({ id }) => id === target)?.name ?? []);
