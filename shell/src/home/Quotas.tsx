import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import type { UsedSpace } from '@sitedeck/contract';
import { formatTime, usePulse } from '@sitedeck/sdk';
import { IconButton, TimeSentence, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useId, type ReactNode } from 'react';
import { BlockBody } from './Block';
import { blockOf } from './block-state';
import { SkeletonLines } from './SkeletonLines';
import { LAST_MEASURED, useMeasureSpaceMutation, useUsedSpaceQuery } from './home.api';
import { homeTexts } from './home-texts';
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
    <div
      className="sh-quotas"
      role="group"
      aria-label={text('quota')}
      aria-busy={state.is === 'loading'}
      tabIndex={-1}
    >
      <BlockBody
        failed={text('quota.failed')}
        state={state}
        skeleton={['quota.disk', 'quota.traffic'].map((key) => (
          <div key={key} className="sh-quota">
            <SkeletonLines lines={[30, 50, 100, 60]} height={20} />
          </div>
        ))}
      >
        {(used) => <UsedOf used={used} />}
      </BlockBody>
    </div>
  );
}

function UsedOf({ used: { disk, database, traffic } }: { readonly used: UsedSpace }) {
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
  const id = useId();
  return (
    <div className="sh-quota">
      <div className="sh-quota-head">
        <h2 id={id}>{name}</h2>
        {meter.is === 'limited' && <Level meter={meter} />}
        {end}
      </div>
      <Figures meter={meter} />
      <Bar id={id} meter={meter} />
      <p className="sh-quota-foot sh-dotted">
        {meter.is === 'limited' && meter.used < meter.quota && (
          <span>{text('quota.left', { left: format.bytes(meter.quota - meter.used) })}</span>
        )}
        {children}
      </p>
    </div>
  );
}

/** Colour alone is never enough: from 80 % on a sign and words are beside the figure. */
function Level({ meter: { level, share } }: { readonly meter: Extract<Meter, { is: 'limited' }> }) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  return (
    <span className={`sh-quota-level sh-quota-level-${level}`}>
      {level !== 'normal' && (
        <>
          <ExclamationCircleOutlined aria-hidden title={text(`quota.level.${level}`)} />
          <span className="sd-visually-hidden">{text(`quota.level.${level}`)} </span>
        </>
      )}
      {format.percent(share)}
    </span>
  );
}

function Figures({ meter }: { readonly meter: Meter }) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  if (meter.is === 'measuring') return <p className="sh-quota-figures">{text('quota.measuring')}</p>;
  const [used = '', unit = ''] = format.bytes(meter.used).split(' ');
  const limit = meter.is === 'limited' ? format.bytes(meter.quota) : undefined;
  // The unit is shown once if it is the same.
  const ownUnit = limit?.endsWith(` ${unit}`) === true ? '' : ` ${unit}`;
  return (
    <p className="sh-quota-figures">
      <strong>{used}</strong>
      {ownUnit} {limit === undefined && '· '}
      <span>{limit === undefined ? text('quota.unlimited') : `/ ${limit}`}</span>
    </p>
  );
}

function Bar({ id, meter }: { readonly id: string; readonly meter: Meter }) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  if (meter.is === 'unlimited') return null;
  if (meter.is === 'measuring') return <div className="sh-quota-none" />;
  const { used, quota, level } = meter;
  const filled = Math.min(1, meter.share);
  return (
    <div
      className={`sd-bar-track sh-quota-${level}`}
      role="meter"
      aria-labelledby={id}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(filled * 100)}
      aria-valuetext={text('quota.of', { used: format.bytes(used), quota: format.bytes(quota) })}
    >
      <span className="sd-bar-done" style={{ width: `${filled * 100}%` }} />
    </div>
  );
}
