import DownOutlined from '@ant-design/icons/DownOutlined';
import PlayCircleOutlined from '@ant-design/icons/PlayCircleOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import type { ServiceStatus } from '@sitedeck/contract';
import { Button, Dropdown, LockedTip, useText } from '@sitedeck/ui/core';
import { homeTexts } from './home-texts';
import { useLockReason } from './use-lock-reason';
import { useSiteActions, type SiteAction } from './use-site-actions';

/** The visible action, and the one in the menu beside it: a closed site has nothing to restart. */
const ACTS: Readonly<Record<Exclude<ServiceStatus, 'BLOCKING'>, readonly [SiteAction, SiteAction?]>> = {
  NORMAL: ['restart', 'close'],
  CLOSED: ['open'],
};

const WORDS = {
  restart: { act: 'site.restart', under: 'site.restarting', icon: <ReloadOutlined aria-hidden /> },
  open: { act: 'site.open', under: 'site.opening', icon: <PlayCircleOutlined aria-hidden /> },
  close: { act: 'site.close', under: 'site.closing', icon: <ReloadOutlined aria-hidden /> },
} as const;

/** Restart, and what stops or starts the site. A suspended host has none of them. */
export function SiteActions({ status }: { readonly status: ServiceStatus }) {
  const text = useText(homeTexts);
  const { running, run } = useSiteActions();
  const locked = useLockReason();
  if (status === 'BLOCKING') return null;
  const [first, second] = ACTS[status];
  const { act, under, icon } = WORDS[running ?? first];
  return (
    <div className="sh-split" role="group" aria-label={text('site.acts')}>
      <LockedTip reason={locked}>
        <Button
          type={first === 'open' ? 'primary' : 'default'}
          icon={icon}
          loading={running !== undefined}
          onClick={() => void run(first)}
        >
          {text(running ? under : act)}
        </Button>
      </LockedTip>
      {second && (
        <Dropdown
          menu={{ items: [{ key: second, label: text(WORDS[second].act), onClick: () => void run(second) }] }}
          trigger={locked || running ? [] : ['click']}
          placement="bottomRight"
        >
          <Button
            type={first === 'open' ? 'primary' : 'default'}
            icon={<DownOutlined aria-hidden />}
            aria-label={text('site.more')}
            aria-haspopup="menu"
            aria-disabled={locked !== undefined}
            aria-description={locked ?? ''}
            className={locked === undefined ? '' : 'sd-off'}
          />
        </Dropdown>
      )}
    </div>
  );
}
