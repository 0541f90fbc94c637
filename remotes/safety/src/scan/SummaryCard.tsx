import {
  BugOutlined,
  CheckCircleOutlined,
  ExclamationCircleOutlined,
  SafetyOutlined,
  ScanOutlined,
} from '@ant-design/icons';
import { Button, LockedTip, useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { RunningScan } from './RunningScan';
import { useRunningScan } from './scan-kinds';
import { verdictOf, type ScanStatus, type Verdict } from './scan-status';
import { scanTexts } from './scan-texts';
import { ScanCounts } from './ScanCounts';
import { ScanFacts } from './ScanFacts';
import type { Address } from './use-address';
import { useStartScan } from './use-start-scan';

const ICONS: Readonly<Record<Verdict['is'] | 'running', ReactNode>> = {
  never: <SafetyOutlined />,
  running: <ScanOutlined />,
  found: <BugOutlined />,
  unsure: <ExclamationCircleOutlined />,
  unknown: <ExclamationCircleOutlined />,
  incomplete: <ExclamationCircleOutlined />,
  clean: <CheckCircleOutlined />,
};

interface Props {
  readonly status: ScanStatus;
  readonly address: Address;
}

/** What the last scan says of the site, or how far the running one is. */
export function SummaryCard({ status, address }: Props) {
  const text = useText(scanTexts);
  const task = useRunningScan();
  const verdict = verdictOf(status);
  const isRunning = task !== undefined || status.runningTask !== null;
  const is = isRunning ? 'running' : verdict.is;
  return (
    <section className="sf-summary sd-card" aria-label={text('summary')}>
      <span className={`sf-mark sf-mark-${is}`} aria-hidden>
        {ICONS[is]}
      </span>
      <div className="sf-verdict">
        {/* Read out when a scan begins and ends. */}
        <div role="status">
          <h2>{isRunning ? text('running') : <VerdictText verdict={verdict} />}</h2>
        </div>
        {isRunning ? (
          task && <RunningScan key={task.id} task={task} />
        ) : status.last ? (
          <ScanFacts last={status.last} isShown={verdict.is !== 'incomplete'} />
        ) : (
          <FirstScan status={status} />
        )}
      </div>
      {status.last !== null && <ScanCounts status={status} address={address} />}
    </section>
  );
}

function VerdictText({ verdict }: { readonly verdict: Verdict }) {
  const text = useText(scanTexts);
  const { number } = useLocaleFormat();
  switch (verdict.is) {
    case 'never':
    case 'incomplete':
      return text(`verdict.${verdict.is}`);
    case 'found': {
      const { high, rest } = verdict;
      const found = text('verdict.found', { count: high, n: number(high) });
      return rest === 0 ? found : found + text('verdict.rest', { count: rest, n: number(rest) });
    }
    case 'unsure':
      return text('verdict.unsure', { count: verdict.rest, n: number(verdict.rest) });
    case 'unknown':
      return text('verdict.unknown', { count: verdict.unknown, n: number(verdict.unknown) });
    case 'clean':
      return text('verdict.clean', { count: verdict.files, n: number(verdict.files) });
  }
}

function FirstScan({ status }: { readonly status: ScanStatus }) {
  const text = useText(scanTexts);
  const { reason, start } = useStartScan(status);
  return (
    <>
      <p className="sd-secondary">{text('first.hint')}</p>
      <LockedTip reason={reason}>
        <Button type="primary" onClick={({ currentTarget }) => start('all', currentTarget)}>
          {text('first.start')}
        </Button>
      </LockedTip>
    </>
  );
}
