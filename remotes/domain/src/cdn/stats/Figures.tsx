import type { RemoteNav } from '@sitedeck/sdk';
import { shortLabel } from '@sitedeck/ui/chart';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { LinkButton } from '../../frame/LinkButton';
import type { CdnStats } from '../cdn.api';
import { hitRatio, percentFigure } from '../ratio';
import {
  countTrend,
  errorRate,
  sparklineValues,
  originBytes,
  ratioTrend,
  worstSlot,
  type Trend,
} from './figures';
import { slotLengthOf } from './slot-length';
import { Sparkline } from './Sparkline';
import { statsTexts } from './stats-texts';
import type { CdnRange } from './use-stats';

const LOG_PAGE = '/hostEnvSet/errorInfo';

interface Props {
  readonly stats: CdnStats;
  readonly range: CdnRange;
  readonly nav: RemoteNav;
}

/** The four key figures, each with a sparkline and the change from the preceding period. */
export function Figures({ stats: { slots, total, before }, range, nav }: Props) {
  const text = useText(statsTexts);
  const format = useLocaleFormat();
  const ratio = hitRatio(total);
  const errors = errorRate(total);
  // Without requests there is no ratio, and a dash has no unit.
  const percent = (value: number | undefined) =>
    value === undefined ? { value: '—' } : { value: percentFigure(value, format.number), unit: '%' };
  const [saved = '', unit = ''] = format.bytes(total.hitBytes).split(' ');
  return (
    <section className="sd-card dc-figures" aria-label={text('figures')}>
      <Figure name={text('ratio')} {...percent(ratio)} line={sparklineValues.ratio(slots)}>
        <TrendWords trend={ratioTrend(ratio, hitRatio(before))} range={range} in="points" good="up" />
      </Figure>
      <Figure name={text('saved')} value={saved} unit={unit} line={sparklineValues.saved(slots)}>
        <span>{text('saved.origin', { bytes: format.bytes(originBytes(total)) })}</span>
        <TrendWords
          trend={countTrend(total.hitBytes, before.hitBytes)}
          range={range}
          in="percent"
          good="up"
        />
      </Figure>
      <Figure
        name={text('requests')}
        value={format.number(total.requests)}
        unit={text('requests.unit', { count: total.requests })}
        line={sparklineValues.requests(slots)}
      >
        <TrendWords trend={countTrend(total.requests, before.requests)} range={range} in="percent" />
      </Figure>
      <Figure name={text('errors')} {...percent(errors)} line={sparklineValues.errors(slots)} isBad>
        <TrendWords trend={ratioTrend(errors, errorRate(before))} range={range} in="points" good="down" />
        <Worst slots={slots} range={range} nav={nav} />
      </Figure>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  readonly line: readonly number[];
  readonly isBad?: boolean;
  readonly children: ReactNode;
}

function Figure({ name, value, unit, line, isBad = false, children }: FigureProps) {
  return (
    <dl className="dc-figure">
      <dt>{name}</dt>
      <dd className="dc-figure-value">
        <strong>{value}</strong> {unit !== undefined && <span>{unit}</span>}
      </dd>
      <dd className="dc-figure-line" aria-hidden>
        <Sparkline values={line} isBad={isBad} />
      </dd>
      <dd className="dc-figure-foot">{children}</dd>
    </dl>
  );
}

interface TrendProps {
  readonly trend: Trend;
  readonly range: CdnRange;
  readonly in: 'points' | 'percent';
  /** The direction that is an improvement; undefined: neither. */
  readonly good?: 'up' | 'down';
}

function TrendWords({ trend, range, in: measure, good }: TrendProps) {
  const text = useText(statsTexts);
  const format = useLocaleFormat();
  const period = text(`range.${range}`);
  if (trend.is === 'unknown' || trend.is === 'same')
    return <span>{text(`trend.${trend.is}`, { period })}</span>;
  const tone = good === undefined ? '' : trend.is === good ? 'dc-good' : 'dc-bad';
  return (
    <span className={tone}>
      {text(`trend.${measure}.${trend.is}`, { period, n: format.number(trend.by) })}
    </span>
  );
}

/** When most errors occurred, with a link to the error log. */
function Worst({ slots, range, nav }: { readonly slots: CdnStats['slots'] } & Pick<Props, 'range' | 'nav'>) {
  const text = useText(statsTexts);
  const format = useLocaleFormat();
  const slot = worstSlot(slots);
  if (!slot) return null;
  return (
    <>
      <span className="dc-bad">
        {text('errors.worst', {
          at: shortLabel(slot.at, slotLengthOf(range)),
          n: format.number(slot.originErrors),
          count: slot.originErrors,
        })}
      </span>
      <LinkButton words={text('errors.log')} onClick={() => nav.go(LOG_PAGE)} />
    </>
  );
}
