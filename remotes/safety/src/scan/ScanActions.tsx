import { ClockCircleOutlined, ScanOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { Button, LockedTip, useDialog, useText } from '@sitedeck/ui/core';
import type { ScanStatus } from './scan-status';
import { scanTexts } from './scan-texts';
import { scheduleText } from './schedule-text';
import { ScheduleDialog } from './ScheduleDialog';
import { useStartScan } from './use-start-scan';

/** Buttons of the page's header. */
export function ScanActions({ status }: { readonly status: ScanStatus }) {
  const text = useText(scanTexts);
  const show = useDialog();
  const { reason, start } = useStartScan(status);
  return (
    <>
      <Button
        icon={<ClockCircleOutlined aria-hidden />}
        onClick={() => show((gone) => <ScheduleDialog status={status} onGone={gone} />)}
      >
        {text('schedule.now', { schedule: scheduleText(status.schedule, text) })}
      </Button>
      <LockedTip reason={reason}>
        <Button
          icon={<ScanOutlined aria-hidden />}
          onClick={({ currentTarget }) => start('all', currentTarget)}
        >
          {text('start.all')}
        </Button>
      </LockedTip>
      <LockedTip reason={reason}>
        <Button
          type="primary"
          icon={<ThunderboltOutlined aria-hidden />}
          onClick={({ currentTarget }) => start('changed', currentTarget)}
        >
          {text('start.changed')}
        </Button>
      </LockedTip>
    </>
  );
}
