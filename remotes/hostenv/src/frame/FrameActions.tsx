import { DownOutlined, HistoryOutlined } from '@ant-design/icons';
import { useCurrentHost } from '@sitedeck/sdk';
import { Button, Dropdown, useBlocked, useConfirm, useDialog, useText } from '@sitedeck/ui/core';
import { lazy, Suspense } from 'react';
import { hostEnvApi } from '../hostenv.api';
import { frameTexts } from './frame-texts';
import { useSavedNotice } from './use-settings-save';
import { useSiteConfig } from './use-site-config';

const HistoryDrawer = lazy(() => import('./HistoryDrawer').then((file) => ({ default: file.HistoryDrawer })));

/** The history button (修改历史) and the menu (更多), the same on each page, because all pages edit one document. */
export function FrameActions() {
  const text = useText(frameTexts);
  const show = useDialog();
  const clear = useClear();
  const blocked = useBlocked()(text('act.clear'));
  const openHistory = () =>
    show((onGone) => (
      <Suspense>
        <HistoryDrawer onGone={onGone} />
      </Suspense>
    ));
  const items = [
    {
      key: 'clear',
      label: blocked === undefined ? text('act.clear') : `${text('act.clear')} · ${blocked}`,
      danger: true,
      disabled: blocked !== undefined,
      onClick: () => void clear(),
    },
  ];
  return (
    <>
      <Button icon={<HistoryOutlined aria-hidden />} onClick={openHistory}>
        {text('act.history')}
      </Button>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button aria-haspopup="menu">
          {text('act.more')} <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
    </>
  );
}

/** Resets every setting to its default after the user has typed the host's name. */
export function useClear(): () => Promise<void> {
  const { hostName } = useCurrentHost().hostService;
  const confirm = useConfirm();
  const text = useText(frameTexts);
  const showSaved = useSavedNotice();
  const config = useSiteConfig();
  const [clear] = hostEnvApi.useClearConfigMutation();
  return async () => {
    const agreed = await confirm.typed({
      title: text('act.clear'),
      body: text('clear.ask'),
      word: hostName,
      confirm: text('act.clear'),
    });
    if (!agreed) return;
    // The shell announces a refusal.
    const { data } = await clear({});
    if (!data) return;
    const isNew = config.is === 'ready' && data.version > config.data.version;
    showSaved({ done: text('clear.done'), version: data.version, undo: isNew });
  };
}
