import { DownOutlined, ReloadOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { Button, Dropdown, LockedTip, useBlocked, useDialog, useText } from '@sitedeck/ui/core';
import { frameTexts } from '../frame/frame-texts';
import type { CdnReply } from './cdn.api';
import { cdnTexts } from './cdn-texts';
import { PrefetchDialog } from './purge/PrefetchDialog';
import { PurgeDialog } from './purge/PurgeDialog';
import { usePurgeAll } from './purge/use-purge-all';
import { QueryDialog } from './rules/QueryDialog';

/** The actions in the page header. */
export function CdnActs({ data }: { readonly data: CdnReply }) {
  const text = useText(cdnTexts);
  const show = useDialog();
  const reasonFor = useCacheReason(data);
  return (
    <>
      <LockedTip reason={reasonFor(text('act.prefetch'))}>
        <Button
          icon={<ThunderboltOutlined aria-hidden />}
          onClick={() => show((onGone) => <PrefetchDialog onGone={onGone} />)}
        >
          {text('act.prefetch')}
        </Button>
      </LockedTip>
      <MoreActs data={data} />
      <LockedTip reason={reasonFor(text('act.purge'))}>
        <Button
          type="primary"
          icon={<ReloadOutlined aria-hidden />}
          onClick={() => show((onGone) => <PurgeDialog onGone={onGone} />)}
        >
          {text('act.purge')}
        </Button>
      </LockedTip>
    </>
  );
}

/** Returns a function that gives the reason why an action on the cache is unavailable. */
function useCacheReason({ domains }: CdnReply): (label: string) => string | undefined {
  const text = useText(cdnTexts);
  const blocked = useBlocked();
  return (label) => blocked(label) ?? (domains.some(({ isOn }) => isOn) ? undefined : text('nowhere'));
}

function MoreActs({ data }: { readonly data: CdnReply }) {
  const text = useText(cdnTexts);
  const frame = useText(frameTexts);
  const show = useDialog();
  const blocked = useBlocked();
  const reasonFor = useCacheReason(data);
  const purgeAll = usePurgeAll();
  const { used, limit } = data.allowances.all;
  const entry = (label: string, reason: string | undefined, onClick: () => void) => ({
    key: label,
    label: reason === undefined ? label : `${label} · ${reason}`,
    disabled: reason !== undefined,
    onClick,
  });
  const items = [
    entry(text('act.settings'), blocked(text('act.settings')), () =>
      show((onGone) => <QueryDialog data={data} onGone={onGone} />),
    ),
    {
      ...entry(
        text('act.purgeAll'),
        reasonFor(text('act.purgeAll')) ?? (used >= limit ? text('usedUp') : undefined),
        () => void purgeAll(limit - used),
      ),
      danger: true,
    },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button aria-haspopup="menu" icon={<DownOutlined aria-hidden />} iconPlacement="end">
        {frame('act.more')}
      </Button>
    </Dropdown>
  );
}
