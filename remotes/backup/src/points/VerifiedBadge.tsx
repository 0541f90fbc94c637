import { CheckCircleOutlined, CloseCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import type { BackupPoint } from '@sitedeck/contract';
import { Tooltip, useText } from '@sitedeck/ui/core';
import { useMomentText } from '../frame/use-moment-text';
import { pointsTexts } from './points-texts';
import { useVerifyPoint } from './use-verify-point';

/** Shows when a test restore of the point succeeded or failed; without one, offers to start it. */
export function VerifiedBadge({ point }: { readonly point: BackupPoint }) {
  const text = useText(pointsTexts);
  const when = useMomentText();
  const verify = useVerifyPoint();
  const { verified, createdAt } = point;
  if (verified === null)
    return (
      <span className="bk-badge bk-warn">
        <ExclamationCircleOutlined aria-hidden /> {text('verified.no')}{' '}
        <button
          type="button"
          className="sd-link-button"
          aria-label={text('verify.of', { when: when(createdAt) })}
          onClick={({ currentTarget }) => void verify(point, currentTarget)}
        >
          {text('act.verify')}
        </button>
      </span>
    );
  const isSound = verified.result === 'ok';
  const on = text('verified.on', { when: when(verified.at) });
  return (
    <Tooltip title={isSound ? on : `${on} · ${verified.message ?? ''}`}>
      {/* Focusable, so that keyboard users can read the tip. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span className={isSound ? 'bk-badge bk-ok' : 'bk-badge bk-bad'} tabIndex={0}>
        {isSound ? <CheckCircleOutlined aria-hidden /> : <CloseCircleOutlined aria-hidden />}{' '}
        {text(isSound ? 'verified.ok' : 'verified.failed')}
      </span>
    </Tooltip>
  );
}
