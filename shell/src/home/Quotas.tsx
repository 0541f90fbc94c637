import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import type { UsedSpace } from '@sitedeck/contract';
import { formatTime, usePulse } from '@sitedeck/sdk';
import { IconButton, TimeSentence, useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { blockOf } from './block-state';
import { LAST_MEASURED, useMeasureSpaceMutation, useUsedSpaceQuery } from './home.api';
import { MailUse } from './MailUse';
import { homeTexts } from './home-texts';
import { ByteFigures, MeterCell } from './MeterCell';
import { MeterGroup } from './MeterGroup';
import { meterOf, type Meter } from './quota';

/** How often figures that are being measured are polled; then how often the traffic is, ms. */
const ASK_AGAIN_MS = { measuring: 5000, measured: 60_000 } as const;

const isMeasuring = ({ disk, database, traffic }: UsedSpace): boolean =>
  [disk, database, traffic].some((usage) => usage?.used === null);

/** Used share of each quota, as bars and as figures. */
export function Quotas() {
  const text = useText(homeTexts);
  const query = useUsedSpaceQuery(LAST_MEASURED, {
    refetchOnMountOrArgChange: true,
  });
  const state = blockOf<UsedSpace>(query);
  const measuring = state.is === 'ready' && isMeasuring(state.data);
  usePulse(query.refetch, ASK_AGAIN_MS[measuring ? 'measuring' : 'measured']);
  return (
    <MeterGroup name={text('quota')} failed={text('quota.failed')} state={state} cells={['disk', 'traffic']}>
      {(used) => <UsedOf used={used} />}
    </MeterGroup>
  );
}

function UsedOf({ used: { disk, database, traffic, mail } }: { readonly used: UsedSpace }) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  return (
    <>
      <Quota name={text('quota.disk')} meter={meterOf(disk)} end={<MeasureAgain />}>
        {disk.files !== null && <span>{text('quota.files', { n: format.number(disk.files) })}</span>}
        {disk.measuredAt !== null && <MeasuredAt at={disk.measuredAt} />}
      </Quota>
      {database && <Quota name={text('quota.database')} meter={meterOf(database)} />}
      <Quota name={text('quota.traffic')} meter={meterOf(traffic)}>
        <span>{text('quota.since', { day: formatTime(traffic.since).slice(0, 10) })}</span>
      </Quota>
      {mail && <MailUse {...mail} />}
    </>
  );
}

function MeasuredAt({ at }: { readonly at: string }) {
  const text = useText(homeTexts);
  return (
    <span>
      <TimeSentence at={at} words={(time) => text('quota.measured', { time })} />
    </span>
  );
}

function MeasureAgain() {
  const text = useText(homeTexts);
  const [measure, { isLoading }] = useMeasureSpaceMutation();
  return (
    <IconButton
      size="small"
      icon={<ReloadOutlined />}
      label={text('quota.refresh')}
      loading={isLoading}
      onClick={() => void measure({ body: { fresh: true } })}
    />
  );
}

interface Props {
  readonly name: string;
  readonly meter: Meter;
  readonly end?: ReactNode;
  /** Further facts below the bar. */
  readonly children?: ReactNode;
}

function Quota({ name, meter, end, children }: Props) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  const facts = meter.is === 'limited' ? meter : undefined;
  return (
    <MeterCell
      name={name}
      meter={meter}
      level={(level) => text(`quota.level.${level}`)}
      figures={<QuotaFigures meter={meter} />}
      words={facts && text('quota.of', { used: format.bytes(facts.used), quota: format.bytes(facts.quota) })}
      end={end}
    >
      {facts && facts.used < facts.quota && (
        <span>{text('quota.left', { left: format.bytes(facts.quota - facts.used) })}</span>
      )}
      {children}
    </MeterCell>
  );
}

function QuotaFigures({ meter }: { readonly meter: Meter }) {
  const text = useText(homeTexts);
  if (meter.is === 'measuring') return text('quota.measuring');
  return <ByteFigures used={meter.used} limit={meter.is === 'limited' ? meter.quota : undefined} />;
}
