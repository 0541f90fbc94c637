import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { CDN_RANGES } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { EmptyState, IconButton, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Segmented } from '@sitedeck/ui/more';
import { useId, useState } from 'react';
import type { CdnReply, CdnStats } from '../cdn.api';
import { originBytes } from './figures';
import { slotLengthOf } from './slot-length';
import { statsTexts } from './stats-texts';
import { StatusCodes } from './StatusCodes';
import { TrafficChart } from './TrafficChart';
import { TrafficTable } from './TrafficTable';
import type { CdnRange } from './use-stats';

interface Props {
  readonly stats: CdnStats;
  readonly range: CdnRange;
  readonly onRange: (range: CdnRange) => void;
  readonly cache: CdnReply['cache'];
}

/** Traffic from the cache and from the origin, as a chart or a table, and the status codes. */
export function TrafficCard({ stats, range, onRange, cache }: Props) {
  const text = useText(statsTexts);
  const id = useId();
  const [isTable, setTable] = useState(false);
  const { slots, total, countedTo } = stats;
  const Shown = isTable ? TrafficTable : TrafficChart;
  return (
    <section className="sd-card dc-card" aria-labelledby={id}>
      <div className="dc-head">
        <h2 id={id}>{text('traffic')}</h2>
        <Legend total={total} />
        <Segmented<CdnRange>
          size="small"
          aria-label={text('range')}
          value={range}
          onChange={onRange}
          options={CDN_RANGES.map((value) => ({ value, label: text(`range.${value}`) }))}
        />
        <IconButton
          size="small"
          icon={isTable ? <BarChartOutlined /> : <TableOutlined />}
          label={text(isTable ? 'asChart' : 'asTable')}
          onClick={() => setTable(!isTable)}
        />
      </div>
      {total.requests === 0 ? (
        <EmptyState text={text(countedTo === null ? 'notCounted' : 'noVisits')} />
      ) : (
        <>
          <Shown slots={slots} range={range} />
          <StatusCodes slots={slots} />
        </>
      )}
      <Foot range={range} countedTo={countedTo} cache={cache} />
    </section>
  );
}

function Legend({ total }: { readonly total: CdnStats['total'] }) {
  const text = useText(statsTexts);
  const format = useLocaleFormat();
  return (
    <ul className="dc-legend">
      <li>
        <span className="dc-mark dc-hit" aria-hidden /> {text('hit')}{' '}
        <strong>{format.bytes(total.hitBytes)}</strong>
      </li>
      <li>
        <span className="dc-mark dc-origin" aria-hidden /> {text('origin')}{' '}
        <strong>{format.bytes(originBytes(total))}</strong>
      </li>
    </ul>
  );
}

type FootProps = Pick<Props, 'range' | 'cache'> & Pick<CdnStats, 'countedTo'>;

/** Cache size, the time zone of the slots, and the time up to which the log has been counted. */
function Foot({ range, countedTo, cache }: FootProps) {
  const text = useText(statsTexts);
  const format = useLocaleFormat();
  return (
    <p className="dc-foot">
      <span>{text('cache', { used: format.bytes(cache.used), limit: format.bytes(cache.limit) })}</span>
      <span>{text(`local.${slotLengthOf(range)}`)}</span>
      {countedTo !== null && <span>{text('counted', { time: formatTime(countedTo).slice(11, 16) })}</span>}
    </p>
  );
}
