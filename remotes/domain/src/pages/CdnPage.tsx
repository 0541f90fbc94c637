import { useLock, useTaskChanges, type RemoteContext } from '@sitedeck/sdk';
import { Button, ConfigProvider, FaultNotice, PageHeader, Skeleton, useText } from '@sitedeck/ui/core';
import { pageStateOf, type PageState } from '@sitedeck/ui/page-state';
import { useContext } from 'react';
import { cdnApi, refetchCdn, type CdnReply } from '../cdn/cdn.api';
import { cdnStyle } from '../cdn/cdn-style';
import { cdnTexts } from '../cdn/cdn-texts';
import { CdnActs } from '../cdn/CdnActs';
import { CdnDomains } from '../cdn/CdnDomains';
import { RulesCard } from '../cdn/rules/RulesCard';
import { StatsBlock } from '../cdn/stats/StatsBlock';
import { useStats } from '../cdn/stats/use-stats';
import { TopUrls } from '../cdn/stats/TopUrls';
import { FRESH } from '../domain.api';
import { frameTexts } from '../frame/frame-texts';

const PREFETCH = ['CDN_PREFETCH'] as const;

/** The page of the edge cache (网站加速 CDN): statistics, domains and cache rules. */
export function CdnPage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(cdnTexts);
  const lock = useLock();
  const state = pageStateOf(cdnApi.useReadCdnQuery({}, FRESH));
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  // A prefetch uses up the daily limit and fills the cache.
  useTaskChanges(PREFETCH, refetchCdn);
  return (
    <>
      <style nonce={nonce}>{cdnStyle}</style>
      <PageHeader
        title={text('title')}
        purpose={text('purpose')}
        locked={lock.is === 'locked'}
        actions={state.is === 'ready' && <CdnActs data={state.data} />}
      />
      <PageBody state={state} ctx={ctx} />
    </>
  );
}

interface BodyProps {
  readonly state: PageState<CdnReply>;
  readonly ctx: RemoteContext;
}

function PageBody({ state, ctx }: BodyProps) {
  const text = useText(cdnTexts);
  const frame = useText(frameTexts);
  switch (state.is) {
    case 'loading':
      return (
        <div aria-busy="true">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      );
    case 'forbidden':
      return <FaultNotice what={text('page.forbidden')} fault={state.fault} />;
    case 'failed':
      return (
        <FaultNotice
          what={text('page.failed')}
          fault={state.fault}
          actions={<Button onClick={state.retry}>{frame('act.retry')}</Button>}
        />
      );
    case 'ready':
      return <Cards data={state.data} ctx={ctx} />;
  }
}

function Cards({ data, ctx }: { readonly data: CdnReply; readonly ctx: RemoteContext }) {
  const stats = useStats(data.domains.some(({ isOn }) => isOn));
  const shown = stats.state.is === 'ready' ? stats.state.data : undefined;
  return (
    <div className="dm-body">
      <StatsBlock data={data} stats={stats} nav={ctx.nav} />
      <div className="dc-pair">
        <CdnDomains data={data} stats={shown} nav={ctx.nav} />
        <RulesCard data={data} stats={shown} />
      </div>
      {shown && shown.topUrls.length > 0 && <TopUrls urls={shown.topUrls} />}
    </div>
  );
}
