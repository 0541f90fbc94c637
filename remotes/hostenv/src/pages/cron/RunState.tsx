import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  StopOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import type { CronRun } from '@sitedeck/contract';
import { Tag, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { cronTexts } from './cron-texts';
import { RUN_TONES, runText } from './run-text';

const ICONS = {
  waiting: ClockCircleOutlined,
  running: SyncOutlined,
  ok: CheckCircleOutlined,
  failed: CloseCircleOutlined,
  timeout: CloseCircleOutlined,
  ended: StopOutlined,
  interrupted: ExclamationCircleOutlined,
  missed: ExclamationCircleOutlined,
} as const satisfies Readonly<Record<CronRun['state'], unknown>>;

/** The state of a run, and what happened, in words. */
export function RunState({ run }: { readonly run: CronRun }) {
  const text = useText(cronTexts);
  const format = useLocaleFormat();
  const Icon = ICONS[run.state];
  return (
    <span className="he-run">
      <Tag tone={RUN_TONES[run.state]} icon={<Icon aria-hidden />}>
        {text(`state.${run.state}`)}
      </Tag>
      <span className="sd-secondary sd-small">{runText(run, text)}</span>
      {run.state !== 'missed' && run.skipped > 0 && (
        <span className="sd-secondary sd-small">
          {text('skipped', { n: format.number(run.skipped), count: run.skipped })}
        </span>
      )}
    </span>
  );
}
