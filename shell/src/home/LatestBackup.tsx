import type { CallReply, listBackups } from '@sitedeck/contract';
import { TimeText, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Block } from './Block';
import { blockOf } from './block-state';
import { SkeletonLines } from './SkeletonLines';
import { homeTexts } from './home-texts';
import { useHomeBackupsQuery } from './home.api';
import { InnerLink } from './InnerLink';

type Backups = CallReply<typeof listBackups>;

/** The newest backup of the site that can be restored: one that failed verification is a need, not a backup. */
export function LatestBackup() {
  const text = useText(homeTexts);
  const state = blockOf<Backups>(useHomeBackupsQuery({ query: {} }, { refetchOnMountOrArgChange: true }));
  return (
    <Block
      title={text('backup')}
      failed={text('backup.failed')}
      state={state}
      end={<InnerLink to="/backup/site?act=now">{text('backup.now')}</InnerLink>}
      skeleton={<SkeletonLines lines={[60]} />}
    >
      {(backups) => <Latest backups={backups} />}
    </Block>
  );
}

function Latest({ backups: { engine, points } }: { readonly backups: Backups }) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  // A safety point of a restore is not a backup made on purpose.
  const made = points.filter(({ reason }) => reason !== 'safety');
  const latest = made.find(({ verified }) => verified?.result !== 'failed');
  if (engine.is === 'missing') return <p className="sd-secondary">{text('backup.off')}</p>;
  if (!latest)
    return <p className="sd-secondary">{text(made.length > 0 ? 'backup.unusable' : 'backup.none')}</p>;
  const state = latest.verified ? 'ok' : 'none';
  return (
    <p>
      <TimeText at={latest.createdAt} />{' '}
      <span className="sd-secondary">
        {format.bytes(latest.bytes + latest.databaseBytes)} · {text(`backup.verified.${state}`)}
      </span>
    </p>
  );
}
