import type { RemoteNav } from '@sitedeck/sdk';
import { Button, EmptyState, FaultNotice, Skeleton, useText } from '@sitedeck/ui/core';
import { frameTexts } from '../../frame/frame-texts';
import type { CdnReply } from '../cdn.api';
import { TurnOnCdn } from './TurnOnCdn';
import { Figures } from './Figures';
import { statsTexts } from './stats-texts';
import { TrafficCard } from './TrafficCard';
import type { ShownStats } from './use-stats';

interface Props {
  readonly data: CdnReply;
  readonly stats: ShownStats;
  readonly nav: RemoteNav;
}

/** Key figures and traffic of the cache. They load and fail independently of the settings. */
export function StatsBlock({ data, stats, nav }: Props) {
  const text = useText(statsTexts);
  const frame = useText(frameTexts);
  const { state } = stats;
  if (!data.domains.some(({ isOn }) => isOn))
    return (
      <section className="sd-card" aria-label={text('figures')}>
        <EmptyState
          text={text(data.domains.length === 0 ? 'empty.noDomain' : 'empty')}
          action={<TurnOnCdn data={data} nav={nav} />}
        />
      </section>
    );
  switch (state.is) {
    case 'loading':
      return (
        <div aria-busy="true" className="sd-card dc-loading">
          <Skeleton active paragraph={{ rows: 7 }} />
        </div>
      );
    case 'failed':
    case 'forbidden':
      return (
        <FaultNotice
          what={text('failed')}
          fault={state.fault}
          actions={state.is === 'failed' && <Button onClick={state.retry}>{frame('act.retry')}</Button>}
        />
      );
    case 'ready':
      return (
        <>
          <Figures stats={state.data} range={stats.range} nav={nav} />
          <TrafficCard stats={state.data} range={stats.range} onRange={stats.setRange} cache={data.cache} />
        </>
      );
  }
}
