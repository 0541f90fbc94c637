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

interface Props {
  readonly run: CronRun;
}

/** The state of a run in one word. */
export function RunState({ run: { state } }: Props) {
  const text = useText(cronTexts);
  const Icon = ICONS[state];
  return (
    <Tag tone={RUN_TONES[state]} icon={<Icon aria-hidden />}>
      {text(`state.${state}`)}
    </Tag>
  );
}

/** What happened in a run, in words. */
export function RunDetail({ run, zone }: Props & { readonly zone: string }) {
  const text = useText(cronTexts);
  const format = useLocaleFormat();
  const { state, skipped } = run;
  return (
    <span className="sd-secondary sd-small">
      {runText(run, zone, text)}
      {state !== 'missed' && skipped > 0 && (
        <span className="he-run-skipped">
          {text('skipped', { n: format.number(skipped), count: skipped })}
        </span>
      )}
    </span>
  );
}
