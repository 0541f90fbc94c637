import type { CronJob } from '@sitedeck/contract';
import { LockedTip, useBlocked, useText } from '@sitedeck/ui/core';
import { Switch } from '@sitedeck/ui/more';
import { cronTexts } from './cron-texts';
import { useJobActions } from './use-job-actions';

/** Turns the schedule of one job on or off. */
export function JobSwitch({ job }: { readonly job: CronJob }) {
  const text = useText(cronTexts);
  const blocked = useBlocked();
  const acts = useJobActions();
  const reason = blocked(text('act.switch'));
  return (
    <LockedTip reason={reason}>
      <Switch
        size="small"
        aria-label={text('switch', { name: job.name })}
        checked={job.isOn}
        loading={acts.isSwitching}
        onChange={(isOn) => {
          if (reason === undefined) void acts.turn(job, isOn);
        }}
      />
    </LockedTip>
  );
}
