import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import TableOutlined from '@ant-design/icons/TableOutlined';
import type { CallReply, queryVisits } from '@sitedeck/contract';
import { formatTime, usePulse } from '@sitedeck/sdk';
import { useLocaleFormat, useText, EmptyState, IconButton } from '@sitedeck/ui/core';
import { useId, useState } from 'react';
import { BlockBody } from '../Block';
import { blockOf, type BlockState } from '../block-state';
import { RangeChoice } from './RangeChoice';
import { type VisitRange, type VisitSums, sumsOf } from './visit-slots';
import { visitsStyle } from './visits-style';
import { visitsTexts } from './visits-texts';
import { useQueryVisitsQuery } from './visits.api';
import { VisitsChart } from './VisitsChart';
import { VisitsLegend } from './VisitsLegend';
import { VisitsTable } from './VisitsTable';

/** Poll interval of the figures, ms. */
const REFRESH_MS = 60_000;

type Visits = CallReply<typeof queryVisits>;

type View = 'chart' | 'table';

/** Requests to the site and how they ended, from the access log: hour by hour or day by day. */
export function VisitsCard() {
  const text = useText(visitsTexts);
  const id = useId();
  const [range, setRange] = useState<VisitRange>('24h');
  const [view, setView] = useState<View>('chart');
  const query = useQueryVisitsQuery({ body: { range } }, { refetchOnMountOrArgChange: true });
  usePulse(query.refetch, REFRESH_MS);
  // The data is still of the other range while this one loads.
  const state = blockOf<Visits>({ ...query, data: query.currentData });
  return (
    <>
      <style>{visitsStyle}</style>
      <section
        className="sd-card sh-home-card sh-visits"
        aria-labelledby={id}
        aria-busy={state.is === 'loading'}
        tabIndex={-1}
      >
        <div className="sh-home-head sh-visits-head">
          <h2 id={id}>{text('title')}</h2>
          <VisitsLegend sums={totalOf(state)} />
          <RangeChoice range={range} onChange={setRange} />
          <ViewButton view={view} onChange={setView} />
        </div>
        <div className="sh-visits-body">
          <BlockBody failed={text('failed')} state={state} skeleton={<Skeleton />}>
            {(visits) => <Body visits={visits} range={range} view={view} />}
          </BlockBody>
        </div>
      </section>
    </>
  );
}

const totalOf = (state: BlockState<Visits>): VisitSums | undefined =>
  state.is === 'ready' ? sumsOf(state.data.slots) : undefined;

interface ViewProps {
  readonly view: View;
  readonly onChange: (view: View) => void;
}

function ViewButton({ view, onChange }: ViewProps) {
  const text = useText(visitsTexts);
  const isChart = view === 'chart';
  return (
    <IconButton
      size="small"
      icon={isChart ? <TableOutlined /> : <BarChartOutlined />}
      label={text(isChart ? 'asTable' : 'asChart')}
      onClick={() => onChange(isChart ? 'table' : 'chart')}
    />
  );
}

interface BodyProps {
  readonly visits: Visits;
  readonly range: VisitRange;
  readonly view: View;
}

function Body({ visits: { slots, countedTo }, range, view }: BodyProps) {
  const text = useText(visitsTexts);
  const sums = sumsOf(slots);
  if (sums.requests === 0) return <EmptyState text={text('none')} />;
  const Shown = view === 'chart' ? VisitsChart : VisitsTable;
  return (
    <>
      <Shown slots={slots} range={range} />
      <VisitsFoot sums={sums} range={range} countedTo={countedTo} />
    </>
  );
}

/** Bars of arbitrary height, as a placeholder without meaning. */
const HEIGHTS = [40, 55, 48, 62, 70, 58, 66, 80, 72, 60, 50, 44];

function Skeleton() {
  return (
    <div className="sh-visits-bones" aria-hidden="true">
      {HEIGHTS.map((height, bar) => (
        <span key={bar} style={{ height: `${height}%` }} />
      ))}
    </div>
  );
}

interface FootProps {
  readonly sums: VisitSums;
  readonly range: VisitRange;
  readonly countedTo: string | null;
}

/** The totals in one line, and the time zone of hours and days. */
function VisitsFoot({ sums, range, countedTo }: FootProps) {
  const text = useText(visitsTexts);
  const format = useLocaleFormat();
  return (
    <p className="sh-visits-foot">
      <span>{text('total', { n: format.number(sums.requests), bytes: format.bytes(sums.bytes) })}</span>
      <span>{text(`local.${range}`)}</span>
      {countedTo !== null && <span>{text('counted', { time: formatTime(countedTo).slice(11, 16) })}</span>}
    </p>
  );
}
