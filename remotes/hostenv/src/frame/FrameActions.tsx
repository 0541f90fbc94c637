import { DownOutlined, HistoryOutlined } from '@ant-design/icons';
import { Button, Dropdown, useBlocked, useDialog, useText } from '@sitedeck/ui/core';
import { lazy, Suspense } from 'react';
import { frameTexts } from './frame-texts';
import { useClear } from './use-clear';

const HistoryDrawer = lazy(() => import('./HistoryDrawer').then((file) => ({ default: file.HistoryDrawer })));

/** 修改历史 and 更多: the same on each page, since all of them write one document. */
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
