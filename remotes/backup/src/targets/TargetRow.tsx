import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloudOutlined,
  CloudServerOutlined,
  ExclamationCircleOutlined,
  MoreOutlined,
  PauseCircleOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import type { BackupTarget } from '@sitedeck/contract';
import { Button, Dropdown, Tag, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useMomentText } from '../frame/use-moment-text';
import { targetsTexts } from './targets-texts';
import { useTargetMenu } from './use-target-menu';

interface Props {
  readonly target: BackupTarget;
  readonly onEdit: () => void;
  readonly onBringBack: () => void;
}

/** One target: its address, the progress of copies, and why copying fails. */
export function TargetRow({ target, onEdit, onBringBack }: Props) {
  const text = useText(targetsTexts);
  const format = useLocaleFormat();
  const when = useMomentText();
  const items = useTargetMenu(target, { onEdit, onBringBack });
  const { name, place, behind, syncedAt, message, enabled, state } = target;
  const facts = [
    locationText(place),
    ...(behind > 0 ? [text('behind', { n: format.number(behind), count: behind })] : []),
    ...(syncedAt !== null ? [text('synced', { when: when(syncedAt) })] : []),
  ];
  return (
    <li>
      <div className="bk-target">
        {place.is === 's3' ? <CloudOutlined aria-hidden /> : <CloudServerOutlined aria-hidden />}
        <span className="bk-target-name">{name}</span>
        <State target={target} />
        <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined />}
            aria-haspopup="menu"
            aria-label={text('more.of', { name })}
          />
        </Dropdown>
      </div>
      <div className="sd-hint sd-small bk-wrap bk-target-facts">{facts.join(' · ')}</div>
      {message !== undefined && enabled && state !== 'idle' && (
        <div className="bk-bad sd-small bk-wrap bk-target-facts">{message}</div>
      )}
      {place.is === 's3' && <div className="bk-warn sd-small bk-target-facts">{text('s3.untested')}</div>}
    </li>
  );
}

function State({ target: { enabled, state, behind } }: Pick<Props, 'target'>) {
  const text = useText(targetsTexts);
  if (!enabled)
    return (
      <Tag tone="neutral" icon={<PauseCircleOutlined aria-hidden />}>
        {text('state.off')}
      </Tag>
    );
  if (state === 'failed')
    return (
      <Tag tone="error" icon={<ExclamationCircleOutlined aria-hidden />}>
        {text('state.failed')}
      </Tag>
    );
  if (state === 'copying')
    return (
      <Tag tone="primary" icon={<SyncOutlined spin aria-hidden />}>
        {text('state.copying')}
      </Tag>
    );
  if (state === 'waiting' || behind > 0)
    return (
      <Tag tone="outline" icon={<ClockCircleOutlined aria-hidden />}>
        {text('state.waiting')}
      </Tag>
    );
  return (
    <Tag tone="success" icon={<CheckCircleOutlined aria-hidden />}>
      {text('state.idle')}
    </Tag>
  );
}

/** The address of a target in one line. */
function locationText(place: BackupTarget['place']): string {
  if (place.is === 'sftp') return `SFTP ${place.user}@${place.host}:${place.port} ${place.folder}`;
  if (place.is === 'rest') return `REST ${place.url}`;
  return `S3 ${place.endpoint} ${place.bucket}/${place.folder}`;
}
